import { t } from '#dashboard/strings/webhooks.ts'
import { Field } from '#dashboard/ui/fields/field.tsx'
import { Select } from '#dashboard/ui/fields/select.tsx'
import { TextField } from '#dashboard/ui/fields/text-field.tsx'

const secretKinds = [
  { value: 'generate', label: t('webhooks.secret_generate') },
  { value: 'own', label: t('webhooks.secret_own') },
  { value: 'none', label: t('webhooks.secret_none') },
]

export function secretOf(kind: string, typed: string): string | null {
  if (kind === 'none') return null
  return kind === 'own' ? typed : 'generate'
}

interface SecretChoiceProps {
  kind: string
  typed: string
  onKind: (kind: string) => void
  onTyped: (typed: string) => void
  error: string | undefined
}

export function SecretChoice({ kind, typed, onKind, onTyped, error }: SecretChoiceProps) {
  return (
    <>
      <Field label={t('webhooks.secret')}>
        {(control) => <Select {...control} options={secretKinds} value={kind} onChange={onKind} />}
      </Field>
      {kind === 'own' && (
        <TextField
          label={t('webhooks.secret_typed')}
          help={t('webhooks.secret_typed_help')}
          error={error}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(typed) => onTyped(typed)}
        />
      )}
    </>
  )
}
