import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { LogInForm } from '#dashboard/parts/log-in/log-in-form.tsx'
import { t } from '#dashboard/strings/t.ts'
import { Dialog } from '#dashboard/ui/dialog.tsx'
import { isTypedInto } from '#dashboard/ui/fields/typed-into.ts'

/** In front of the page, which keeps what was typed. */
export function SessionEnded() {
  const queries = useQueryClient()
  // Who looks at the keyboard goes on typing: that must not end up in a field of this form.
  const [interrupts] = useState(() => document.activeElement !== null && isTypedInto(document.activeElement))
  return (
    <Dialog
      open
      onClose={() => {}}
      title={t('session.ended')}
      description={t('session.ended_help')}
      focus={interrupts ? 'dialog' : 'content'}
    >
      <LogInForm autoFocus={!interrupts} onDone={() => queries.invalidateQueries()} />
    </Dialog>
  )
}
