import { useQueryClient } from '@tanstack/react-query'
import { LogInForm } from '#dashboard/screens/log-in/log-in-form.tsx'
import { t } from '#dashboard/strings/t.ts'
import { Dialog } from '#dashboard/ui/dialog.tsx'

/** In front of the page, which keeps what was typed. */
export function SessionEnded() {
  const queries = useQueryClient()
  return (
    <Dialog open onClose={() => {}} title={t('session.ended')} description={t('session.ended_help')}>
      <LogInForm onDone={() => queries.invalidateQueries()} />
    </Dialog>
  )
}
