import { t } from '#dashboard/strings/webhooks.ts'
import { CodeBlock } from '#dashboard/ui/code-block.tsx'

/** The stored parts of an email as its recipient reads them; null when it is none. */
function readMail(body: string): { subject: string; text: string } | null {
  try {
    const mail: unknown = JSON.parse(body)
    if (typeof mail !== 'object' || mail === null || !('subject' in mail) || !('text' in mail)) return null
    return { subject: String(mail.subject), text: String(mail.text) }
  } catch {
    return null
  }
}

export function MailBody({ body }: { body: string }) {
  const mail = readMail(body)
  if (mail === null) return <CodeBlock samples={[{ name: t('webhooks.mail_message'), code: body }]} />
  return (
    <div className="grid min-w-0 gap-2 rounded-lg border border-line p-3">
      <p dir="auto" className="font-medium">
        {mail.subject}
      </p>
      <p dir="auto" className="text-[13px] break-words whitespace-pre-wrap">
        {mail.text}
      </p>
    </div>
  )
}
