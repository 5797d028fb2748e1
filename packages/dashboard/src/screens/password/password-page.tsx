import { useMutation } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { fieldErrors } from '#dashboard/api/error-words.ts'
import { noteLogIn } from '#dashboard/api/session.ts'
import { LinkGate } from '#dashboard/parts/log-in/link-gate.tsx'
import { t } from '#dashboard/strings/t.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { CardPage } from '#dashboard/ui/card-page.tsx'
import { NewPasswordField } from '#dashboard/ui/fields/new-password-field.tsx'
import { FormFailure } from '#dashboard/ui/form-failure.tsx'

/** An invitation, or a password that was forgotten. */
export function PasswordPage() {
  const { token } = getRouteApi('/password').useSearch()
  return (
    <LinkGate token={token} title={t('password.title')}>
      {({ purpose, name, email }) => (
        <CardPage
          title={purpose === 'invitation' ? t('password.welcome', { name: name ?? '' }) : t('password.title')}
          lead={t('password.lead', { email: email ?? '' })}
        >
          <PasswordForm token={token} />
        </CardPage>
      )}
    </LinkGate>
  )
}

function PasswordForm({ token }: { token: string }) {
  const navigate = useNavigate()
  const [password, setPassword] = useState('')
  const redeem = useMutation({
    ...api.links.redeem.mutation(),
    meta: { form: true },
    onSuccess: (me) => {
      noteLogIn(me)
      navigate({ to: '/', replace: true })
    },
  })
  const errors = fieldErrors(redeem.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    redeem.mutate({ body: { token, password } })
  }
  return (
    <form onSubmit={submit} className="grid gap-4">
      <FormFailure error={redeem.error} />
      <NewPasswordField value={password} error={errors.get('/password')} onChange={setPassword} />
      <Button type="submit" look="primary" busy={redeem.isPending}>
        {t('password.submit')}
      </Button>
    </form>
  )
}
