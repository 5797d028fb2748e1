import { passwordLength } from '@pictable/client'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { fieldErrors } from '#dashboard/api/error-words.ts'
import { noteLogIn, useMe } from '#dashboard/api/session.ts'
import { toast } from '#dashboard/api/toast.ts'
import { t } from '#dashboard/strings/settings.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { PasswordField, TextField } from '#dashboard/ui/fields/text-field.tsx'
import { FormFailure } from '#dashboard/ui/form-failure.tsx'
import { Section } from '#dashboard/ui/page.tsx'
import { Sessions } from './sessions.tsx'

/** What belongs to whoever is logged in. */
export function AccountTab() {
  return (
    <div className="grid gap-10">
      <div className="grid gap-10 lg:grid-cols-2">
        <Section title={t('settings.profile')}>
          <Profile />
        </Section>
        <Section title={t('settings.password')}>
          <Password />
        </Section>
      </div>
      <Section title={t('settings.sessions')}>
        <Sessions />
      </Section>
    </div>
  )
}

function Profile() {
  const me = useMe()
  const [name, setName] = useState(me.name)
  const [email, setEmail] = useState(me.email ?? '')
  const [password, setPassword] = useState('')
  const isOtherEmail = email !== (me.email ?? '')
  const save = useMutation({
    ...api.me.update.mutation(),
    meta: { form: true },
    onSuccess: (changed) => {
      noteLogIn(changed)
      setEmail(changed.email ?? '')
      setPassword('')
      toast.done(t('settings.saved'))
    },
  })
  const errors = fieldErrors(save.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({ body: { name, ...(isOtherEmail && { email, current_password: password }) } })
  }
  return (
    <form onSubmit={submit} className="grid content-start gap-4">
      <FormFailure error={save.error} />
      <TextField
        label={t('settings.name')}
        error={errors.get('/name')}
        required
        autoComplete="name"
        value={name}
        onChange={setName}
      />
      <TextField
        label={t('settings.email')}
        error={errors.get('/email')}
        type="email"
        required
        autoComplete="email"
        value={email}
        onChange={setEmail}
      />
      {isOtherEmail && (
        <PasswordField
          label={t('settings.password_now')}
          help={t('settings.email_help')}
          error={errors.get('/current_password')}
          required
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
        />
      )}
      <div>
        <Button type="submit" look="primary" busy={save.isPending} disabled={name === me.name && !isOtherEmail}>
          {t('settings.save')}
        </Button>
      </div>
    </form>
  )
}

function Password() {
  const [current, setCurrent] = useState('')
  const [chosen, setChosen] = useState('')
  const save = useMutation({
    ...api.me.password.mutation(),
    meta: { form: true },
    onSuccess: (me) => {
      noteLogIn(me)
      setCurrent('')
      setChosen('')
      toast.done(t('settings.password_saved'))
    },
  })
  const errors = fieldErrors(save.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({ body: { current_password: current, new_password: chosen } })
  }
  return (
    <form onSubmit={submit} className="grid content-start gap-4">
      <FormFailure error={save.error} />
      <PasswordField
        label={t('settings.password_now')}
        error={errors.get('/current_password')}
        required
        autoComplete="current-password"
        value={current}
        onChange={setCurrent}
      />
      <PasswordField
        label={t('settings.password_new')}
        help={t('settings.password_help', { least: passwordLength.min })}
        error={errors.get('/new_password')}
        required
        minLength={passwordLength.min}
        maxLength={passwordLength.max}
        autoComplete="new-password"
        value={chosen}
        onChange={setChosen}
      />
      <div>
        <Button type="submit" look="primary" busy={save.isPending}>
          {t('settings.password_save')}
        </Button>
      </div>
    </form>
  )
}
