import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { fieldErrors, isStaleError } from '#dashboard/api/error-words.ts'
import { toast } from '#dashboard/api/toast.ts'
import { t } from '#dashboard/strings/t.ts'
import { FormDialog } from '#dashboard/ui/form-dialog.tsx'
import type { User } from './user.ts'
import { type UserDraft, UserFields } from './user-fields.tsx'

/** Name, e-mail and role; where somebody else saved in between, what is there now and the choice to go on. */
export function EditUser({ user, onClose }: { user: User; onClose: () => void }) {
  const queries = useQueryClient()
  const [before, setBefore] = useState(user)
  const [draft, setDraft] = useState<UserDraft>({ name: user.name, email: user.email, role: user.role })
  const save = useMutation({
    ...api.users.update.mutation(),
    meta: { form: true },
    onSuccess: () => {
      queries.invalidateQueries({ queryKey: api.users.list.key })
      queries.invalidateQueries({ queryKey: api.me.get.key })
      toast.done(t('settings.saved'))
      onClose()
    },
  })
  const isStale = isStaleError(save.error)
  const now = useQuery({ ...api.users.get.query({ params: { id: user.id } }), enabled: isStale, staleTime: 0 }).data
  const errors = fieldErrors(save.error)
  const submit = () => {
    const { id, revision } = isStale && now ? now : before
    if (isStale && now) setBefore(now)
    save.mutate({ params: { id }, body: draft, ifMatch: `"r${revision}"` })
  }
  return (
    <FormDialog
      title={t('settings.edit_user', { name: before.name })}
      submit={isStale ? t('settings.keep_mine') : t('settings.save')}
      isSending={save.isPending}
      error={isStale ? null : save.error}
      onSubmit={submit}
      onClose={onClose}
    >
      {isStale && now && (
        <p role="alert" className="rounded-lg bg-warn-soft p-3 text-warn">
          {t('settings.stale_user', { name: now.name, email: now.email, role: t(`settings.role_${now.role}`) })}
        </p>
      )}
      <UserFields draft={draft} onChange={setDraft} errors={errors} />
    </FormDialog>
  )
}
