import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { noteLogIn } from '#dashboard/api/session.ts'
import { t } from '#dashboard/strings/t.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import { Field } from '#dashboard/ui/field.tsx'
import { Input, PasswordInput } from '#dashboard/ui/input.tsx'

/** On its own page, and in front of a page whose session has ended. */
export function LogInForm({ onDone }: { onDone: () => void }) {
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
      <Field label={t('login.email')}>
        {(control) => (
          <Input
            {...control}
            type="email"
            name="email"
            autoComplete="username"
            required
            autoFocus
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </Field>
      <Field label={t('login.password')}>
        {(control) => (
          <PasswordInput
            {...control}
            name="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" look="primary" busy={logIn.isPending}>
        {t('login.submit')}
      </Button>
    </form>
  )
}
