import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { fieldErrors } from '#dashboard/api/error-words.ts'
import { noteLogIn } from '#dashboard/api/session.ts'
import { t } from '#dashboard/strings/t.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { CardPage } from '#dashboard/ui/card-page.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import { NewPasswordField } from '#dashboard/ui/new-password-field.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'

/** An invitation, or a password that was forgotten. */
export function PasswordPage() {
  const { token } = getRouteApi('/password').useSearch()
  const look = api.links.look.mutation()
  const link = useQuery({
    queryKey: [...look.mutationKey, token],
    queryFn: () => look.mutationFn({ body: { token } }),
  })
  if (link.error)
    return (
      <CardPage title={t('password.title')}>
        <Failure error={link.error} />
      </CardPage>
    )
  if (link.data === undefined)
    return (
      <CardPage title={t('password.title')}>
        <Skeleton />
      </CardPage>
    )
  const { purpose, name, email } = link.data
  const title = purpose === 'invitation' ? t('password.welcome', { name: name ?? '' }) : t('password.title')
  return (
    <CardPage title={title} lead={t('password.lead', { email: email ?? '' })}>
      <PasswordForm token={token} />
    </CardPage>
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
      {redeem.error && errors.size === 0 && <Failure error={redeem.error} />}
      <NewPasswordField value={password} error={errors.get('/password')} onChange={setPassword} />
      <Button type="submit" look="primary" busy={redeem.isPending}>
        {t('password.submit')}
      </Button>
    </form>
  )
}
