import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { fieldErrors } from '#dashboard/api/error-words.ts'
import { t } from '#dashboard/strings/webhooks.ts'
import { FormDialog } from '#dashboard/ui/form-dialog.tsx'
import { FormatChoice } from './format-choice.tsx'
import { MailHelp } from './mail-help.tsx'
import { SecretChoice, secretOf } from './secret-choice.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { SlackHelp, SlackPicture } from './slack-help.tsx'
import { TestStep } from './test-step.tsx'
import { bodyOf, emptyDraft } from './webhook-draft.ts'
import { WebhookFields } from './webhook-fields.tsx'

/** A new webhook; its secret is shown, or it is tested, before its page opens. */
export function CreateWebhook({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [draft, setDraft] = useState(() => emptyDraft('standard'))
  const [kind, setKind] = useState('generate')
  const [typed, setTyped] = useState('')
  const create = useMutation({
    ...api.webhooks.create.mutation(),
    meta: { form: true },
    // The answer holds the secret: it must not outlive this dialog.
    gcTime: 0,
    onSuccess: (made) => {
      queries.invalidateQueries({ queryKey: api.webhooks.list.key })
      if (made.format === 'standard' && (made.secret === null || kind === 'own')) open(made.id)
    },
  })
  const open = (id: string) => {
    onClose()
    navigate({ to: '/webhooks/$id', params: { id } })
  }
  const { format } = draft
  /** What was typed into a field that both formats have stays. */
  const choose = (chosen: typeof format) => {
    const { name } = draft.fields
    const empty = emptyDraft(chosen)
    setDraft({ ...empty, fields: { ...empty.fields, ...(name !== undefined && { name }) }, actions: draft.actions })
    create.reset()
  }
  const secret = format === 'standard' ? { secret: secretOf(kind, typed) } : {}
  const formatError = fieldErrors(create.error).get('/format')
  const made = create.data
  if (made && made.format !== 'standard') return <TestStep webhook={made} onClose={() => open(made.id)} />
  if (made?.secret && kind === 'generate') return <SecretDialog secret={made.secret} onClose={() => open(made.id)} />
  return (
    <FormDialog
      title={t('webhooks.new')}
      submit={t('webhooks.add')}
      isSending={create.isPending}
      error={create.error}
      onSubmit={() => create.mutate({ body: { ...bodyOf(draft), ...secret } })}
      onClose={onClose}
    >
      <FormatChoice value={format} onChange={choose} error={formatError} />
      {format === 'slack' && <SlackHelp />}
      {format === 'email' && formatError === undefined && <MailHelp />}
      {/* The fields of another format are others, with what is half typed in them. */}
      <WebhookFields key={format} draft={draft} onChange={setDraft} error={create.error} />
      {format === 'slack' && <SlackPicture />}
      {format === 'standard' && (
        <SecretChoice
          kind={kind}
          typed={typed}
          onKind={setKind}
          onTyped={setTyped}
          error={fieldErrors(create.error).get('/secret')}
        />
      )}
    </FormDialog>
  )
}
