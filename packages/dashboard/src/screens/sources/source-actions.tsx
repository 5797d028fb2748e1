import { useQuery } from '@tanstack/react-query'
import { Pencil, Stethoscope, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { toast } from '#dashboard/api/toast.ts'
import { DeleteUnlessUsed } from '#dashboard/parts/delete-unless-used.tsx'
import { useDelete } from '#dashboard/parts/use-delete.ts'
import { t } from '#dashboard/strings/sources.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Dialog, DialogActions } from '#dashboard/ui/dialog.tsx'
import { ConnectionForm } from './connection-form.tsx'
import type { ConnectionJson, SourceJson } from './source.ts'

interface SourceActionsProps {
  connection: ConnectionJson
  source: SourceJson
  mayWrite: boolean
  isTesting: boolean
  onTest: () => void
}

function DeleteDialog({ connection: { id, name }, onClose }: { connection: ConnectionJson; onClose: () => void }) {
  const actions = useQuery(api.actions.list.all({ query: { connection_id: id } })).data?.results
  const { remove, isDeleting } = useDelete(api.connections.delete.mutation(), {
    list: { to: '/sources', key: api.connections.list.key },
    done: t('sources.deleted'),
  })
  return (
    <DeleteUnlessUsed
      title={t('sources.delete_title', { name })}
      help={t('sources.delete_help')}
      usedHelp={t('sources.delete_used')}
      confirm={t('sources.delete_confirm')}
      actions={actions}
      isDeleting={isDeleting}
      onDelete={() => remove(id)}
      onClose={onClose}
    />
  )
}

/** What one can do with a connection as a whole. */
export function SourceActions({ connection, source, mayWrite, isTesting, onTest }: SourceActionsProps) {
  const [opened, setOpened] = useState<'edit' | 'delete' | null>(null)
  const close = () => setOpened(null)
  return (
    <>
      <Button icon={<Stethoscope />} busy={isTesting} onClick={onTest}>
        {t('sources.test')}
      </Button>
      {mayWrite && (
        <>
          <Button icon={<Pencil />} onClick={() => setOpened('edit')}>
            {t('sources.edit')}
          </Button>
          <Button look="danger" icon={<Trash2 />} onClick={() => setOpened('delete')}>
            {t('sources.delete')}
          </Button>
        </>
      )}
      {opened === 'edit' && (
        <Dialog open stays onClose={close} title={t('sources.edit_title', { name: connection.name })}>
          <ConnectionForm
            source={source}
            connection={connection}
            onSaved={() => {
              toast.done(t('sources.saved'))
              close()
              onTest()
            }}
            actions={(isSaving) => (
              <DialogActions>
                <Button onClick={close}>{t('ui.cancel')}</Button>
                <Button type="submit" look="primary" busy={isSaving}>
                  {t('sources.save_test')}
                </Button>
              </DialogActions>
            )}
          />
        </Dialog>
      )}
      {opened === 'delete' && <DeleteDialog connection={connection} onClose={close} />}
    </>
  )
}
