import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { fieldErrors } from '#dashboard/api/error-words.ts'
import { t } from '#dashboard/strings/settings.ts'
import { FormDialog } from '#dashboard/ui/form-dialog.tsx'
import { type UserDraft, UserFields } from './user-fields.tsx'
import { UserLink } from './user-link.tsx'

/** Somebody new: nothing is sent, the link is handed on by the owner. */
export function InviteUser({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const [draft, setDraft] = useState<UserDraft>({ name: '', email: '', role: 'editor' })
  const invite = useMutation({
    ...api.users.create.mutation(),
    meta: { form: true },
    // The answer holds the link: it must not outlive this dialog.
    gcTime: 0,
    onSuccess: () => queries.invalidateQueries({ queryKey: api.users.list.key }),
  })
  const errors = fieldErrors(invite.error)
  if (invite.data) return <UserLink user={invite.data} onClose={onClose} />
  return (
    <FormDialog
      title={t('settings.invite')}
      submit={t('settings.invite_submit')}
      isSending={invite.isPending}
      error={invite.error}
      onSubmit={() => invite.mutate({ body: draft })}
      onClose={onClose}
    >
      <UserFields draft={draft} onChange={setDraft} errors={errors} />
    </FormDialog>
  )
}
