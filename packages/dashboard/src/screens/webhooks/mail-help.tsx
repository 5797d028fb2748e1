import { useQuery } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'
import { t } from '#dashboard/strings/webhooks.ts'

/** Who the email is from, or that there is none yet. */
export function MailHelp() {
  const settings = useQuery(api.settings.get.query()).data
  if (settings === undefined) return null
  const { mail_from: from } = settings
  if (from !== null)
    return (
      <p dir="auto" className="text-[13px] text-ink-soft">
        {t('webhooks.mail_from', { from })}
      </p>
    )
  return (
    <p role="status" className="rounded-lg bg-warn-soft p-3 text-warn">
      {t('webhooks.mail_off')}
    </p>
  )
}
