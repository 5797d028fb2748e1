import { errorAt, fieldErrors } from '#dashboard/api/error-words.ts'
import { useActions } from '#dashboard/api/use-actions.ts'
import { SchemaForm } from '#dashboard/forms/schema-form.tsx'
import { t } from '#dashboard/strings/webhooks.ts'
import { SomeOf } from '#dashboard/ui/fields/some-of.tsx'
import { eventsOf, fieldsSchema, type WebhookDraft } from './webhook-draft.ts'

interface WebhookFieldsProps {
  draft: WebhookDraft
  onChange: (draft: WebhookDraft) => void
  error: unknown
  /** Known before the server is asked, by JSON pointer. */
  missing?: ReadonlyMap<string, string>
}

/** Which of the recipients is wrong: the fields of a list share one place for what is wrong. */
function recipientErrors(given: ReadonlyMap<string, string>, recipients: unknown): [string, string][] {
  const named = [...given].flatMap(([place, words]) => {
    const index = /^\/recipients\/(\d+)$/.exec(place)?.[1]
    if (index === undefined) return []
    const recipient: unknown = Array.isArray(recipients) ? recipients[Number(index)] : undefined
    return [`${typeof recipient === 'string' ? recipient : ''} ${words}`.trim()]
  })
  return named.length === 0 ? [] : [['/recipients', named.join('. ')]]
}

/** The form that a new webhook and a changed one share. */
export function WebhookFields({ draft, onChange, error, missing = new Map() }: WebhookFieldsProps) {
  const actions = useActions()
  const known = eventsOf(draft)
  const given = new Map([...fieldErrors(error), ...missing])
  const shownAt = (place: string, shown: string) => {
    const words = errorAt(given, place)
    return words === undefined ? [] : [[shown, words] as const]
  }
  const errors = new Map([
    ...given,
    ...shownAt('/timeout_ms', '/timeout_s'),
    ...shownAt('/headers', '/headers'),
    ...shownAt('/user_defined', '/user_defined'),
    ...recipientErrors(given, draft.fields.recipients),
    ...shownAt('/events', '/events'),
  ])
  return (
    <>
      <SchemaForm
        schema={fieldsSchema(draft)}
        value={draft.fields}
        onChange={(fields) => onChange({ ...draft, fields })}
        errors={errors}
        pointer=""
      />
      <SomeOf
        legend={t('webhooks.events')}
        all={t(draft.format === 'email' ? 'webhooks.all_mail_events_help' : 'webhooks.all_events_help')}
        options={known.map((name) => ({ value: name, label: name }))}
        value={draft.events}
        onChange={(names) => onChange({ ...draft, events: names && known.filter((name) => names.includes(name)) })}
        error={errors.get('/events')}
      />
      <SomeOf
        legend={t('webhooks.actions')}
        all={t('webhooks.all_actions_help')}
        options={actions.map(({ id, title }) => ({ value: id, label: title }))}
        value={draft.actions}
        onChange={(ids) => onChange({ ...draft, actions: ids })}
        error={errors.get('/actions')}
      />
    </>
  )
}
