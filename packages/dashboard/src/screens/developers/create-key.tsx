import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { errorAt, fieldErrors } from '#dashboard/api/error-words.ts'
import { useActions } from '#dashboard/api/use-actions.ts'
import { t } from '#dashboard/strings/developers.ts'
import { CodeBlock } from '#dashboard/ui/code-block.tsx'
import { Field } from '#dashboard/ui/fields/field.tsx'
import { Select } from '#dashboard/ui/fields/select.tsx'
import { SomeOf } from '#dashboard/ui/fields/some-of.tsx'
import { TextField } from '#dashboard/ui/fields/text-field.tsx'
import { FormDialog } from '#dashboard/ui/form-dialog.tsx'
import { ShownOnce } from '#dashboard/ui/shown-once.tsx'
import { scopes } from './scopes.ts'

function KeyShown({ secret, onClose }: { secret: string; onClose: () => void }) {
  const curl = `export PICTABLE_KEY='${secret}'\ncurl ${location.origin}/v1/me -H "Authorization: Bearer $PICTABLE_KEY"`
  const typescript = `import { createClient } from '@pictable/client'

const pictable = createClient({ baseUrl: '${location.origin}', apiKey: process.env.PICTABLE_KEY })
console.log(await pictable.me.get())`
  return (
    <ShownOnce
      title={t('developers.shown')}
      description={t('developers.shown_help')}
      secret={secret}
      kept={t('developers.kept')}
      onClose={onClose}
    >
      <div className="grid min-w-0 gap-2">
        <h3 className="font-medium">{t('developers.try')}</h3>
        <CodeBlock
          samples={[
            { name: 'curl', code: curl },
            { name: 'TypeScript', code: typescript },
          ]}
        />
      </div>
    </ShownOnce>
  )
}

/** A new key with no more rights than asked for; shown once. */
export function CreateKey({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const actions = useActions()
  const [name, setName] = useState('')
  const [scope, setScope] = useState<string>('trigger')
  const [actionIds, setActionIds] = useState<readonly string[] | null>(null)
  const create = useMutation({
    ...api.apiKeys.create.mutation(),
    meta: { form: true },
    // The answer holds the key: it must not outlive this dialog.
    gcTime: 0,
    onSuccess: () => queries.invalidateQueries({ queryKey: api.apiKeys.list.key }),
  })
  const errors = fieldErrors(create.error)
  const submit = () => {
    const chosen = scopes.filter(({ value }) => value === scope).map(({ value }) => value)
    const limit = actionIds === null ? {} : { action_ids: [...actionIds] }
    create.mutate({ body: { name, scopes: chosen, ...limit } })
  }
  if (create.data) return <KeyShown secret={create.data.secret} onClose={onClose} />
  return (
    <FormDialog
      title={t('developers.new')}
      submit={t('developers.create')}
      isSending={create.isPending}
      error={create.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t('developers.name')}
        help={t('developers.name_help')}
        error={errors.get('/name')}
        required
        value={name}
        onChange={setName}
      />
      <Field label={t('developers.scope')} error={errors.get('/scopes')}>
        {(control) => <Select {...control} options={scopes} value={scope} onChange={setScope} />}
      </Field>
      <SomeOf
        legend={t('developers.actions')}
        all={t('developers.all_actions_help')}
        options={actions.map(({ id, title }) => ({ value: id, label: title }))}
        value={actionIds}
        onChange={setActionIds}
        error={errorAt(errors, '/action_ids')}
      />
    </FormDialog>
  )
}
