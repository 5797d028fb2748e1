import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import type { PublishedTemplate } from '#dashboard/api/types.ts'
import { type Next, useSayPublished } from '#dashboard/parts/templates/use-say-published.ts'
import { t } from '#dashboard/strings/versions.ts'
import { Field } from '#dashboard/ui/fields/field.tsx'
import { Textarea } from '#dashboard/ui/fields/input.tsx'
import { isPressed } from '#dashboard/ui/fields/keys.ts'
import { FormDialog } from '#dashboard/ui/form-dialog.tsx'

interface PublishFormProps {
  title: string
  publish: (note: string) => Promise<PublishedTemplate>
  /** It is what actions use already. */
  isPublished: boolean
  onClose: () => void
  /** What can be done with what was published. */
  next?: Next
  /** What it changes: not drawn again while the note is typed. */
  children: ReactNode
}

const isModEnter = (event: KeyboardEvent) => isPressed(event, 'Mod+Enter')

/** Makes a design the version that actions use. */
export function PublishForm({ title, publish: send, isPublished, onClose, next, children }: PublishFormProps) {
  const queries = useQueryClient()
  const [note, setNote] = useState('')
  const sayPublished = useSayPublished()
  const publish = useMutation({
    mutationFn: () => send(note.trim()),
    meta: { form: true },
    onSuccess: ({ published_version: version, affected_actions: affected }) => {
      sayPublished(t('versions.published', { version: version ?? 0 }), affected, next)
      for (const { key } of [api.templates.get, api.templates.list, api.templates.versions])
        void queries.invalidateQueries({ queryKey: key })
    },
  })
  return (
    <FormDialog
      wide
      title={title}
      description={t('versions.publish_help')}
      submit={t('versions.publish')}
      isSubmit={isModEnter}
      isSending={publish.isPending}
      isIncomplete={isPublished}
      error={publish.error}
      // Once it is closed, another dialog may stand in its place.
      onSubmit={() => publish.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Field label={t('versions.publish_note')} optional>
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            maxLength={500}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
      {children}
    </FormDialog>
  )
}
