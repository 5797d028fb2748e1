import { DELETE_AFTER_DAYS } from '@pictable/model/deleted-records'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Copy, Ellipsis, Play, Trash2 } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { lazily } from '#dashboard/api/lazily.ts'
import { useMay } from '#dashboard/api/session.ts'
import { toast } from '#dashboard/api/toast.ts'
import type { Action } from '#dashboard/api/types.ts'
import { EditDesign } from '#dashboard/parts/templates/edit-design.tsx'
import { useDelete } from '#dashboard/parts/use-delete.ts'
import { t } from '#dashboard/strings/actions.ts'
import { Button, IconButton } from '#dashboard/ui/button.tsx'
import { ConfirmDialog } from '#dashboard/ui/confirm.tsx'
import { Menu, MenuItem, MenuLine } from '#dashboard/ui/menu.tsx'
import { bodyOf, draftOf, placeBody } from './draft/action-draft.ts'

const RunDialog = lazily(() => import('./run-dialog.tsx'), 'RunDialog')

const route = getRouteApi('/frame/actions/$id')

const blank = {
  title: '',
  template_id: '',
  template_by: null,
  view: null,
  filter: null,
  mapping: {},
  output: {},
  more: [],
  write_back: {},
  stop_after_failures: null,
  ...{ file_name: '', stable_urls: null },
  deleted: { deleted_records: 'keep' as const, delete_after_days: DELETE_AFTER_DAYS.default },
}

/** The whole action but its triggers: what would start the copy is for the person to say. */
function copyOf(action: Action) {
  const { title, template_id } = action
  const draft = draftOf(action)
  return {
    ...bodyOf({ ...blank, place: draft.place, output_name: draft.output_name }, draft),
    ...placeBody(draft.place),
    ...{ template_id, title: t('actions.copy_of', { title }) },
  }
}

function useDuplicate(action: Action) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const duplicate = useMutation({
    ...api.actions.create.mutation(),
    onSuccess: ({ id }) => {
      queries.invalidateQueries({ queryKey: api.actions.list.key })
      toast.done(t('actions.duplicated'))
      return navigate({ to: '/actions/$id', params: { id } })
    },
  })
  return () => duplicate.mutate({ body: copyOf(action) })
}

type Opened = 'run' | 'delete' | null

/** What is open. The address opens the dialog of runs once: "Back" from the run does not ask again. */
function useOpened() {
  const { run } = route.useSearch()
  const navigate = route.useNavigate()
  const [opened, setOpened] = useState<Opened>(run ? 'run' : null)
  useEffect(() => {
    if (run) void navigate({ search: (before) => ({ ...before, run: undefined }), replace: true })
  }, [run, navigate])
  return [opened, setOpened] as const
}

/** What one can do with an action as a whole. */
export function ActionButtons({ action, isDirty }: { action: Action; isDirty: boolean }) {
  const [mayWrite, mayRun] = [useMay('write'), useMay('trigger')]
  const [opened, setOpened] = useOpened()
  const duplicate = useDuplicate(action)
  const { remove, isDeleting } = useDelete(api.actions.delete.mutation(), {
    list: { to: '/actions', key: api.actions.list.key },
    done: t('actions.deleted'),
  })
  const { record } = route.useSearch()
  const close = () => setOpened(null)
  return (
    <>
      {mayWrite && <EditDesign templateId={action.template_id} action={action.id} record={record} />}
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
      <Suspense>{opened === 'run' && mayRun && <RunDialog action={action} onClose={close} />}</Suspense>
      {opened === 'delete' && (
        <ConfirmDialog
          title={t('actions.delete_title', { title: action.title })}
          description={t('actions.delete_help')}
          confirm={t('actions.delete_confirm')}
          isBusy={isDeleting}
          onConfirm={() => remove(action.id)}
          onClose={close}
        />
      )}
    </>
  )
}
