import { type WebhookFormat, webhookFormats } from '@pictable/model/webhook'
import { Hash, Mail, Webhook } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#dashboard/strings/webhooks.ts'

interface FormatWords {
  icon: ReactNode
  name: string
  help: string
}

/** What each format is called, and who it is for. */
export const formatWords: Readonly<Record<WebhookFormat, FormatWords>> = {
  standard: { icon: <Webhook />, name: t('webhooks.format_standard'), help: t('webhooks.format_standard_help') },
  slack: { icon: <Hash />, name: t('webhooks.format_slack'), help: t('webhooks.format_slack_help') },
  email: { icon: <Mail />, name: t('webhooks.format_email'), help: t('webhooks.format_email_help') },
}

interface FormatChoiceProps {
  value: WebhookFormat
  onChange: (format: WebhookFormat) => void
  error: string | undefined
}

/** Who is notified: a system, a channel, or people. */
export function FormatChoice({ value, onChange, error }: FormatChoiceProps) {
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5 font-medium">{t('webhooks.format')}</legend>
      <div className="grid gap-2 sm:grid-cols-3">
        {webhookFormats.map((format) => {
          const { icon, name, help } = formatWords[format]
          return (
            <label
              key={format}
              className="grid cursor-pointer content-start gap-0.5 rounded-lg border border-line p-3 transition-colors hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent"
            >
              <input
                type="radio"
                name="format"
                aria-label={name}
                checked={value === format}
                onChange={() => onChange(format)}
                className="sr-only"
              />
              <span className="flex items-center gap-2 font-medium [&_svg]:size-4 [&_svg]:shrink-0">
                {icon}
                {name}
              </span>
              <span className="text-[13px] text-ink-soft">{help}</span>
            </label>
          )
        })}
      </div>
      {error && (
        <p role="alert" className="text-[13px] text-bad">
          {error}
        </p>
      )}
    </fieldset>
  )
}
