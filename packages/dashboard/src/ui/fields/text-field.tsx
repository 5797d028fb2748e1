import type { ComponentProps, ReactNode } from 'react'
import { Field } from './field.tsx'
import { Input, PasswordInput } from './input.tsx'

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'className' | 'id' | 'value' | 'onChange'> {
  label: string
  help?: string | undefined
  error?: string | undefined
  optional?: boolean | undefined
  value: string
  onChange: (typed: string) => void
}

/** One line that is typed, with its label, its help and what is wrong with it. */
export function TextField({ label, help, error, optional, onChange, ...input }: TextFieldProps): ReactNode {
  return (
    <Field label={label} help={help} error={error} optional={optional}>
      {(control) => <Input {...input} {...control} onChange={(event) => onChange(event.target.value)} />}
    </Field>
  )
}

/** The same for a secret, which can be looked at while it is typed. */
export function PasswordField({ label, help, error, optional, onChange, ...input }: TextFieldProps): ReactNode {
  return (
    <Field label={label} help={help} error={error} optional={optional}>
      {(control) => <PasswordInput {...input} {...control} onChange={(event) => onChange(event.target.value)} />}
    </Field>
  )
}
