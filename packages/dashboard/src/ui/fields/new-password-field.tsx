import { passwordLength } from '@pictable/client'
import { t } from '#dashboard/strings/t.ts'
import { PasswordField } from './text-field.tsx'

interface NewPasswordFieldProps {
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** A password that somebody thinks up. */
export function NewPasswordField({ value, error, onChange }: NewPasswordFieldProps) {
  return (
    <PasswordField
      label={t('setup.password')}
      help={t('setup.password_help', { count: passwordLength.min })}
      error={error}
      autoComplete="new-password"
      required
      minLength={passwordLength.min}
      maxLength={passwordLength.max}
      value={value}
      onChange={onChange}
    />
  )
}
