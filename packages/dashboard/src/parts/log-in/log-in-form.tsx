import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { noteLogIn } from '#dashboard/api/session.ts'
import { t } from '#dashboard/strings/t.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import { PasswordField, TextField } from '#dashboard/ui/fields/text-field.tsx'

interface LogInFormProps {
  onDone: () => void
  autoFocus?: boolean
}

/** On its own page, and in front of a page whose session has ended. */
export function LogInForm({ onDone, autoFocus = true }: LogInFormProps) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const logIn = useMutation({
    ...api.session.create.mutation(),
    meta: { form: true },
    onSuccess: (me) => {
      noteLogIn(me)
      onDone()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    logIn.mutate({ body: { email, password } })
  }
  return (
    <form onSubmit={submit} className="grid gap-4">
      {logIn.error && <Failure error={logIn.error} />}
      <TextField
        label={t('login.email')}
        type="email"
        name="email"
        autoComplete="username"
        required
        autoFocus={autoFocus}
        value={email}
        onChange={setEmail}
      />
      <PasswordField
        label={t('login.password')}
        name="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={setPassword}
      />
      <Button type="submit" look="primary" busy={logIn.isPending}>
        {t('login.submit')}
      </Button>
    </form>
  )
}
