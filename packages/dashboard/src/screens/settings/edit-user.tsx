import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'
import { client } from '#dashboard/api/client.ts'
import { fieldErrors, isStaleError } from '#dashboard/api/error-words.ts'
import { toast } from '#dashboard/api/toast.ts'
import { useDraft } from '#dashboard/forms/use-draft.ts'
import { t } from '#dashboard/strings/settings.ts'
import { FormDialog } from '#dashboard/ui/form-dialog.tsx'
import type { User } from './user.ts'
import { type UserDraft, UserFields } from './user-fields.tsx'

const draftOf = ({ name, email, role }: User): UserDraft => ({ name, email, role })

/** Name, email address and role. After a conflict it shows what someone else saved, and saves over it if asked. */
export function EditUser({ user, onClose }: { user: User; onClose: () => void }) {
  const queries = useQueryClient()
  const { stored, draft, change, rebase } = useDraft(user, draftOf)
  const params = { id: user.id }
  const save = useMutation({
    ...api.users.update.mutation(),
    meta: { form: true },
    onSuccess: () => {
      queries.invalidateQueries({ queryKey: api.users.list.key })
      queries.invalidateQueries({ queryKey: api.me.get.key })
      toast.done(t('settings.saved'))
      onClose()
    },
    onError: async (error) => {
      if (isStaleError(error)) rebase(await client.users.get({ params }))
    },
  })
  const isStale = isStaleError(save.error)
  const { name, email, role, revision } = stored
  return (
    <FormDialog
      title={t('settings.edit_user', { name: user.name })}
      submit={isStale ? t('settings.keep_mine') : t('settings.save')}
      isSending={save.isPending}
      error={isStale ? null : save.error}
      onSubmit={() => save.mutate({ params, body: draft, ifMatch: `"r${revision}"` })}
      onClose={onClose}
    >
      {isStale && revision !== user.revision && (
        <p role="alert" className="rounded-lg bg-warn-soft p-3 text-warn">
          {t('settings.stale_user', { name, email, role: t(`settings.role_${role}`) })}
        </p>
      )}
      <UserFields draft={draft} onChange={change} errors={fieldErrors(save.error)} />
    </FormDialog>
  )
}
