import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { api } from '#dashboard/api/api.ts'
import { client } from '#dashboard/api/client.ts'
import { fieldErrors, isStaleError } from '#dashboard/api/error-words.ts'
import { SchemaForm } from '#dashboard/forms/schema-form.tsx'
import { useDraft } from '#dashboard/forms/use-draft.ts'
import { t } from '#dashboard/strings/sources.ts'
import { TextField } from '#dashboard/ui/fields/text-field.tsx'
import { FormFailure } from '#dashboard/ui/form-failure.tsx'
import { StaleNotice } from '#dashboard/ui/stale-notice.tsx'
import {
  type ConnectionDraft,
  changedSettings,
  draftOf,
  forgetDraft,
  keepDraft,
  keptDraft,
} from './connection-draft.ts'
import { secretsToEnter } from './secrets-to-enter.ts'
import type { ConnectionJson, SourceJson } from './source.ts'

interface ConnectionFormProps {
  source: SourceJson
  /** The one that is changed; a new one when null. */
  connection: ConnectionJson | null
  onSaved: (connection: ConnectionJson) => void
  /** The buttons below. */
  actions: (isSaving: boolean) => ReactNode
}

function useSave({ source, connection, onSaved }: ConnectionFormProps) {
  const queries = useQueryClient()
  return useMutation({
    meta: { form: true },
    // What was sent may hold a secret: it must not outlive this form.
    gcTime: 0,
    mutationFn: (draft: ConnectionDraft): Promise<ConnectionJson> => {
      const name = draft.name.trim()
      if (connection === null)
        return client.connections.create({ body: { name, source: source.kind, settings: draft.settings } })
      return client.connections.update({
        params: { id: connection.id },
        body: { name, settings: changedSettings(draft, connection) },
        ifMatch: `"r${connection.revision}"`,
      })
    },
    onSuccess: (saved) => {
      forgetDraft(source.kind)
      queries.setQueryData(api.connections.get.query({ params: { id: saved.id } }).queryKey, saved)
      queries.invalidateQueries({ queryKey: api.connections.list.key })
      onSaved(saved)
    },
  })
}

/** Name and settings of a connection, asked for as its kind wants them. */
export function ConnectionForm(props: ConnectionFormProps) {
  const { source, connection: given, actions } = props
  const typedBefore = given === null ? () => keptDraft(source) : undefined
  const { stored, draft, change, discard, rebase } = useDraft(given, draftOf, typedBefore)
  const save = useSave({ ...props, connection: stored })
  const errors = new Map([...secretsToEnter(source, draft, stored), ...fieldErrors(save.error)])
  const isStale = isStaleError(save.error)
  const type = (part: Partial<ConnectionDraft>) => {
    change(part)
    if (given === null) keepDraft(source, { ...draft, ...part })
  }
  /** The next save relies on what the server has now. */
  const readAgain = async () => {
    if (stored !== null) rebase(await client.connections.get({ params: { id: stored.id } }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(draft, { onError: (error) => isStaleError(error) && void readAgain() })
  }
  return (
    <form onSubmit={submit} className="grid max-w-xl gap-4">
      {isStale && (
        <StaleNotice
          onTheirs={() => {
            discard()
            save.reset()
          }}
        />
      )}
      <FormFailure error={isStale ? null : save.error} />
      <TextField
        label={t('sources.name')}
        help={t('sources.name_help')}
        error={errors.get('/name')}
        required
        maxLength={200}
        value={draft.name}
        onChange={(name) => type({ name })}
      />
      <SchemaForm
        schema={source.settings}
        secrets={source.secret_settings}
        value={draft.settings}
        onChange={(settings) => type({ settings })}
        errors={errors}
        pointer="/settings"
      />
      {actions(save.isPending)}
    </form>
  )
}
