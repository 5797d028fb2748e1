import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { client } from '#dashboard/api/client.ts'
import { fieldErrors, isStaleError } from '#dashboard/api/error-words.ts'
import { toast } from '#dashboard/api/toast.ts'
import { useDraft } from '#dashboard/forms/use-draft.ts'
import { t } from '#dashboard/strings/webhooks.ts'
import { FormDialog } from '#dashboard/ui/form-dialog.tsx'
import { SecretChoice, secretOf } from './secret-choice.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { nameOf, type WebhookJson } from './webhook.ts'
import { bodyOf, draftOf, isMoved, valuesToEnter } from './webhook-draft.ts'
import { WebhookFields } from './webhook-fields.tsx'

/** Changes a webhook as it was when the form opened; the server rejects a save over what someone else saved since. */
export function EditWebhook({ webhook, onClose }: { webhook: WebhookJson; onClose: () => void }) {
  const queries = useQueryClient()
  const { stored, draft, change, discard, rebase } = useDraft(webhook, draftOf)
  const [secretKind, setSecretKind] = useState('own')
  const [typedSecret, setTypedSecret] = useState('')
  const [generated, setGenerated] = useState<string | null>(null)
  const asksSecret = isMoved(draft, stored) && stored.secret !== null
  const params = { id: webhook.id }
  const refresh = () => {
    queries.invalidateQueries({ queryKey: api.webhooks.get.key })
    queries.invalidateQueries({ queryKey: api.webhooks.list.key })
  }
  const save = useMutation({
    ...api.webhooks.update.mutation(),
    meta: { form: true },
    // The answer may contain a new secret: it must not outlive this dialog.
    gcTime: 0,
    onSuccess: (saved, { body }) => {
      refresh()
      toast.done(t('webhooks.saved'))
      if (body?.secret === 'generate') setGenerated(saved.secret)
      else onClose()
    },
    onError: async (error) => {
      refresh()
      // The next save relies on what the server has now.
      if (isStaleError(error)) rebase(await client.webhooks.get({ params }))
    },
  })
  const submit = () => {
    const secret = asksSecret ? { secret: secretOf(secretKind, typedSecret) } : {}
    save.mutate({ params, body: { ...bodyOf(draft), ...secret }, ifMatch: `"r${stored.revision}"` })
  }
  const loadTheirs = () => {
    discard()
    save.reset()
  }
  const error = isStaleError(save.error) ? null : save.error
  if (generated !== null) return <SecretDialog secret={generated} onClose={onClose} />
  return (
    <FormDialog
      title={t('webhooks.edit_title', { name: nameOf(stored) })}
      submit={t('webhooks.save')}
      isSending={save.isPending}
      error={save.error}
      onTheirs={loadTheirs}
      onSubmit={submit}
      onClose={onClose}
    >
      <WebhookFields draft={draft} onChange={change} error={error} missing={valuesToEnter(draft, stored)} />
      {asksSecret && (
        <>
          <p role="status">{t('webhooks.enter_secret_again')}</p>
          <SecretChoice
            kind={secretKind}
            typed={typedSecret}
            onKind={setSecretKind}
            onTyped={setTypedSecret}
            error={fieldErrors(error).get('/secret')}
          />
        </>
      )}
    </FormDialog>
  )
}
