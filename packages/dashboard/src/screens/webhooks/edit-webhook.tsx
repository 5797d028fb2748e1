import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { client } from '#dashboard/api/client.ts'
import { fieldErrors, isStaleError } from '#dashboard/api/error-words.ts'
import { toast } from '#dashboard/api/toast.ts'
import { t } from '#dashboard/strings/t.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Dialog, DialogActions } from '#dashboard/ui/dialog.tsx'
import { FormFailure } from '#dashboard/ui/form-failure.tsx'
import { StaleNotice } from '#dashboard/ui/stale-notice.tsx'
import { SecretChoice, secretOf } from './secret-choice.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { nameOf, type WebhookJson } from './webhook.ts'
import { bodyOf, draftOf, isMoved, valuesToEnter } from './webhook-draft.ts'
import { WebhookFields } from './webhook-fields.tsx'

/** Changes a webhook as it was when the form opened; the server refuses to overwrite what somebody else saved since. */
export function EditWebhook({ webhook, onClose }: { webhook: WebhookJson; onClose: () => void }) {
  const queries = useQueryClient()
  const [before, setBefore] = useState(webhook)
  const [draft, setDraft] = useState(() => draftOf(webhook))
  const [secretKind, setSecretKind] = useState('own')
  const [typedSecret, setTypedSecret] = useState('')
  const [generated, setGenerated] = useState<string | null>(null)
  const asksSecret = isMoved(draft, before) && before.secret !== null
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
      // What the server has now is what the next save relies on.
      if (isStaleError(error)) setBefore(await client.webhooks.get({ params }))
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const secret = asksSecret ? { secret: secretOf(secretKind, typedSecret) } : {}
    save.mutate({ params, body: { ...bodyOf(draft), ...secret }, ifMatch: `"r${before.revision}"` })
  }
  const isStale = isStaleError(save.error)
  const error = isStale ? null : save.error
  if (generated !== null) return <SecretDialog secret={generated} onClose={onClose} />
  return (
    <Dialog open stays onClose={onClose} title={t('webhooks.edit_title', { name: nameOf(before) })}>
      <form onSubmit={submit} className="grid gap-4">
        {isStale && (
          <StaleNotice
            onTheirs={() => {
              setDraft(draftOf(before))
              save.reset()
            }}
          />
        )}
        <FormFailure error={error} />
        <WebhookFields draft={draft} onChange={setDraft} error={error} missing={valuesToEnter(draft, before)} />
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
        <DialogActions>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" look="primary" busy={save.isPending}>
            {t('webhooks.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
