import { t } from '#dashboard/strings/webhooks.ts'

const steps = [t('webhooks.slack_step_app'), t('webhooks.slack_step_hook'), t('webhooks.slack_step_url')]

const facts = [
  [t('webhooks.slack_rendered'), '17'],
  [t('webhooks.slack_failed'), '1'],
  [t('webhooks.slack_duration'), '4.2 s'],
] as const

/** A picture of a message, as Slack shows it. */
export function SlackPicture() {
  return (
    <figure className="grid gap-1.5">
      <figcaption className="text-[13px] text-ink-soft">{t('webhooks.slack_picture')}</figcaption>
      <div aria-hidden className="flex gap-2.5 rounded-lg border border-line bg-ground p-3 text-[13px]">
        <span className="grid size-8 shrink-0 place-items-center rounded-md bg-accent-soft font-semibold text-accent-ink">
          P
        </span>
        <div className="grid min-w-0 gap-1.5">
          <p className="font-semibold">
            Pictable <span className="rounded bg-hover px-1 text-[11px] font-normal text-ink-soft">APP</span>
          </p>
          <p>
            ⚠️ <strong>{t('webhooks.slack_heading')}</strong>
            <br />
            <span className="text-accent-ink">{t('webhooks.slack_link')}</span>
          </p>
          <dl className="flex flex-wrap gap-x-6 gap-y-1">
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt className="font-semibold">{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <p>{t('webhooks.slack_reason')}</p>
          <div className="flex gap-1.5">
            {['bg-accent-soft', 'bg-good-soft', 'bg-warn-soft'].map((look) => (
              <span key={look} className={`h-10 w-16 rounded border border-line ${look}`} />
            ))}
          </div>
        </div>
      </div>
    </figure>
  )
}

/** Where the URL of a channel comes from. */
export function SlackHelp() {
  return (
    <ol className="grid list-decimal gap-1 ps-5 text-[13px] text-ink-soft">
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  )
}
