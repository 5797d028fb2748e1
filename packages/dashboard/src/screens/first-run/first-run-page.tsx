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
import { TextField } from '#dashboard/ui/fields/text-field.tsx'
import { FormFailure } from '#dashboard/ui/form-failure.tsx'

/** The first account. */
export function FirstRunPage() {
  const { token } = getRouteApi('/setup').useSearch()
  if (token === '')
    return (
      <CardPage title={t('setup.no_token')}>
        <p className="text-ink-soft">{t('setup.no_token_help')}</p>
      </CardPage>
    )
  return (
    <LinkGate token={token} title={t('setup.title')}>
      {() => (
        <CardPage title={t('setup.title')} lead={t('setup.lead')}>
          <FirstAccount token={token} />
        </CardPage>
      )}
    </LinkGate>
  )
}

function FirstAccount({ token }: { token: string }) {
  const navigate = useNavigate()
  const [person, setPerson] = useState({ name: '', email: '', password: '' })
  const setUp = useMutation({
    ...api.setup.complete.mutation(),
    meta: { form: true },
    onSuccess: (me) => {
      noteLogIn(me)
      navigate({ to: '/', replace: true })
    },
  })
  const errors = fieldErrors(setUp.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setUp.mutate({ body: { token, ...person } })
  }
  return (
    <form onSubmit={submit} className="grid gap-4">
      <FormFailure error={setUp.error} />
      <TextField
        label={t('setup.name')}
        error={errors.get('/name')}
        autoComplete="name"
        required
        autoFocus
        value={person.name}
        onChange={(typed) => setPerson({ ...person, name: typed })}
      />
      <TextField
        label={t('setup.email')}
        help={t('setup.email_help')}
        error={errors.get('/email')}
        type="email"
        autoComplete="username"
        required
        value={person.email}
        onChange={(typed) => setPerson({ ...person, email: typed })}
      />
      <NewPasswordField
        value={person.password}
        error={errors.get('/password')}
        onChange={(password) => setPerson({ ...person, password })}
      />
      <Button type="submit" look="primary" busy={setUp.isPending}>
        {t('setup.submit')}
      </Button>
    </form>
  )
}
