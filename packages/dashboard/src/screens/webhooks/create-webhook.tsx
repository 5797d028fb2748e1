import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { fieldErrors } from '#dashboard/api/error-words.ts'
import { t } from '#dashboard/strings/webhooks.ts'
import { FormDialog } from '#dashboard/ui/form-dialog.tsx'
import { SecretChoice, secretOf } from './secret-choice.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { bodyOf, emptyDraft } from './webhook-draft.ts'
import { WebhookFields } from './webhook-fields.tsx'

/** A new webhook; its secret is shown before its page opens. */
export function CreateWebhook({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [draft, setDraft] = useState(emptyDraft)
  const [kind, setKind] = useState('generate')
  const [typed, setTyped] = useState('')
  const create = useMutation({
    ...api.webhooks.create.mutation(),
    meta: { form: true },
    // The answer holds the secret: it must not outlive this dialog.
    gcTime: 0,
    onSuccess: (made) => {
      queries.invalidateQueries({ queryKey: api.webhooks.list.key })
      if (made.secret === null || kind === 'own') open(made.id)
    },
  })
  const open = (id: string) => {
    onClose()
    navigate({ to: '/webhooks/$id', params: { id } })
  }
  const made = create.data
  if (made?.secret && kind === 'generate') return <SecretDialog secret={made.secret} onClose={() => open(made.id)} />
  return (
    <FormDialog
      title={t('webhooks.new')}
      submit={t('webhooks.add')}
      isSending={create.isPending}
      error={create.error}
      onSubmit={() => create.mutate({ body: { ...bodyOf(draft), secret: secretOf(kind, typed) } })}
      onClose={onClose}
    >
      <WebhookFields draft={draft} onChange={setDraft} error={create.error} />
      <SecretChoice
        kind={kind}
        typed={typed}
        onKind={setKind}
        onTyped={setTyped}
        error={fieldErrors(create.error).get('/secret')}
      />
    </FormDialog>
  )
}
