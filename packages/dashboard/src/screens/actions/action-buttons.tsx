import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Copy, Ellipsis, Play, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { lazily } from '#dashboard/api/lazily.ts'
import { useMay } from '#dashboard/api/session.ts'
import { toast } from '#dashboard/api/toast.ts'
import type { Action } from '#dashboard/api/types.ts'
import { t } from '#dashboard/strings/t.ts'
import { Button, IconButton } from '#dashboard/ui/button.tsx'
import { Dialog, DialogActions } from '#dashboard/ui/dialog.tsx'
import { Menu, MenuItem, MenuLine } from '#dashboard/ui/menu.tsx'
import { bodyOf, draftOf, placeBody } from './draft/action-draft.ts'

const RunDialog = lazily(() => import('./run-dialog.tsx'), 'RunDialog')

const blank = {
  title: '',
  template_id: '',
  view: null,
  filter: null,
  mapping: {},
  output: {},
  write_back: {},
  stop_after_failures: null,
}

/** The whole action but its triggers: what would start the copy is for the person to say. */
function copyOf(action: Action) {
  const { title, template_id } = action
  const draft = draftOf(action)
  return {
    ...bodyOf({ ...blank, place: draft.place }, draft),
    ...placeBody(draft.place),
    ...{ template_id, title: t('actions.copy_of', { title }) },
  }
}

function useWhole(action: Action) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const refresh = () => queries.invalidateQueries({ queryKey: api.actions.list.key })
  const duplicate = useMutation({
    ...api.actions.create.mutation(),
    onSuccess: ({ id }) => {
      refresh()
      toast.done(t('actions.duplicated'))
      return navigate({ to: '/actions/$id', params: { id } })
    },
  })
  const remove = useMutation({
    ...api.actions.delete.mutation(),
    onSuccess: async () => {
      toast.done(t('actions.deleted'))
      await navigate({ to: '/actions', ignoreBlocker: true })
      refresh()
    },
  })
  return {
    duplicate: () => duplicate.mutate({ body: copyOf(action) }),
    remove: () => remove.mutate({ params: { id: action.id } }),
    isDeleting: remove.isPending,
  }
}

/** What one can do with an action as a whole. */
export function ActionButtons({ action, isDirty }: { action: Action; isDirty: boolean }) {
  const [mayWrite, mayRun] = [useMay('write'), useMay('trigger')]
  const [opened, setOpened] = useState<'run' | 'delete' | null>(null)
  const { duplicate, remove, isDeleting } = useWhole(action)
  const close = () => setOpened(null)
  return (
    <>
      {mayRun && (
        <Button
          look="primary"
          icon={<Play />}
          disabled={isDirty}
          hint={isDirty ? t('actions.save_first') : ''}
          onClick={() => setOpened('run')}
        >
          {t('actions.run_now')}
        </Button>
      )}
      {mayWrite && (
        <Menu trigger={<IconButton label={t('actions.more')} icon={<Ellipsis />} />}>
          <MenuItem icon={<Copy />} onSelect={duplicate}>
            {t('actions.duplicate')}
          </MenuItem>
          <MenuLine />
          <MenuItem danger icon={<Trash2 />} onSelect={() => setOpened('delete')}>
            {t('actions.delete')}
          </MenuItem>
        </Menu>
      )}
      <Suspense>{opened === 'run' && <RunDialog action={action} onClose={close} />}</Suspense>
      <Dialog
        open={opened === 'delete'}
        onClose={close}
        title={t('actions.delete_title', { title: action.title })}
        description={t('actions.delete_help')}
      >
        <DialogActions>
          <Button onClick={close}>{t('ui.cancel')}</Button>
          <Button look="danger" busy={isDeleting} onClick={remove}>
            {t('actions.delete_confirm')}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}
