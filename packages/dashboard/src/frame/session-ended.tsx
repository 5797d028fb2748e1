import { useQueryClient } from '@tanstack/react-query'
import { useConnection } from '#dashboard/api/connection.ts'
import { LogInForm } from '#dashboard/screens/log-in/log-in-form.tsx'
import { t } from '#dashboard/strings/t.ts'
import { Dialog } from '#dashboard/ui/dialog.tsx'

/** In front of the page, which keeps what was typed. */
export function SessionEnded() {
  const queries = useQueryClient()
  const { session } = useConnection()
  return (
    <Dialog
      open={session === 'ended'}
      onClose={() => {}}
      title={t('session.ended')}
      description={t('session.ended_help')}
    >
      <LogInForm onDone={() => queries.invalidateQueries()} />
    </Dialog>
  )
}
