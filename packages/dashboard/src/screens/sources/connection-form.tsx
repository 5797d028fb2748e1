import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { client } from '#dashboard/api/client.ts'
import { fieldErrors, isStaleError } from '#dashboard/api/error-words.ts'
import { SchemaForm } from '#dashboard/forms/schema-form.tsx'
import { t } from '#dashboard/strings/t.ts'
import { TextField } from '#dashboard/ui/fields/text-field.tsx'
import { FormFailure } from '#dashboard/ui/form-failure.tsx'
import { StaleNotice } from '#dashboard/ui/stale-notice.tsx'
import { type ConnectionDraft, changedSettings, forgetDraft, keepDraft, keptDraft } from './connection-draft.ts'
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
  const [before, setBefore] = useState(given)
  const [draft, setDraft] = useState<ConnectionDraft>(() => given ?? keptDraft(source))
  const save = useSave({ ...props, connection: before })
  const errors = new Map([...secretsToEnter(source, draft, before), ...fieldErrors(save.error)])
  const isStale = isStaleError(save.error)
  const change = (changed: ConnectionDraft) => {
    setDraft(changed)
    if (given === null) keepDraft(source, changed)
  }
  /** What the server has now is what the next save relies on. */
  const readAgain = async () => {
    if (before !== null) setBefore(await client.connections.get({ params: { id: before.id } }))
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
            if (before) setDraft({ name: before.name, settings: before.settings })
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
        onChange={(typed) => change({ ...draft, name: typed })}
      />
      <SchemaForm
        schema={source.settings}
        secrets={source.secret_settings}
        value={draft.settings}
        onChange={(settings) => change({ ...draft, settings })}
        errors={errors}
        pointer="/settings"
      />
      {actions(save.isPending)}
    </form>
  )
}
