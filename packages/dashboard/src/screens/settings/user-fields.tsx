import { t } from '#dashboard/strings/settings.ts'
import { Field } from '#dashboard/ui/fields/field.tsx'
import { Select } from '#dashboard/ui/fields/select.tsx'
import { TextField } from '#dashboard/ui/fields/text-field.tsx'
import { roleOf, roles, type User } from './user.ts'

export type UserDraft = Pick<User, 'name' | 'email' | 'role'>

interface UserFieldsProps {
  draft: UserDraft
  onChange: (draft: UserDraft) => void
  errors: ReadonlyMap<string, string>
}

/** What an owner says of somebody. */
export function UserFields({ draft, onChange, errors }: UserFieldsProps) {
  const { name, email, role } = draft
  return (
    <>
      <TextField
        label={t('settings.name')}
        error={errors.get('/name')}
        required
        value={name}
        onChange={(typed) => onChange({ ...draft, name: typed })}
      />
      <TextField
        label={t('settings.email')}
        error={errors.get('/email')}
        type="email"
        required
        value={email}
        onChange={(typed) => onChange({ ...draft, email: typed })}
      />
      <Field label={t('settings.role')} error={errors.get('/role')}>
        {(control) => (
          <Select
            {...control}
            options={roles}
            value={role}
            onChange={(chosen) => onChange({ ...draft, role: roleOf(chosen) ?? role })}
          />
        )}
      </Field>
    </>
  )
}
