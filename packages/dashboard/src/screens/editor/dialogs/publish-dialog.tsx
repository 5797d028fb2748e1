import { compareSides, hasUnsaved, type MergePart } from '@pictable/editor'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { useActions } from '#dashboard/api/use-actions.ts'
import type { OpenTemplate } from '#dashboard/parts/templates/template.ts'
import { useSayPublished } from '#dashboard/parts/templates/use-say-published.ts'
import { usesTemplate } from '#dashboard/parts/templates/uses-template.ts'
import { useDraftState, useSync } from '#dashboard/screens/editor/drafts/use-draft.ts'
import { toDesign } from '#dashboard/screens/editor/session/open-session.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { Field } from '#dashboard/ui/fields/field.tsx'
import { Textarea } from '#dashboard/ui/fields/input.tsx'
import { FormDialog } from '#dashboard/ui/form-dialog.tsx'

const kinds = ['changed', 'added', 'removed'] as const

/** The layers that differ from a version, in words. */
function Changes({ parts }: { parts: readonly MergePart[] }) {
  if (parts.length === 0) return <p className="text-ink-soft">{t('editor.publish_unchanged')}</p>
  return (
    <dl aria-label={t('editor.publish_changes')} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
      {kinds.map((kind) => {
        const own = parts.filter(({ ours }) => ours === kind)
        if (own.length === 0) return null
        return (
          <div key={kind} className="contents">
            <dt className="text-ink-soft">{t(`editor.change_${kind}`)}</dt>
            <dd dir="auto" className="min-w-0 break-words">
              {own.map(({ name }) => name ?? t('editor.page')).join(', ')}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

/** Makes the draft the version that actions use. */
export function PublishDialog({ template }: { template: OpenTemplate }) {
  const [session, sync, queries] = [useSession(), useSync(), useQueryClient()]
  const [note, setNote] = useState('')
  const version = useDraftState((state) => state.baseVersion)
  const hasChanges = useDraftState((state) => state.hasChanges || hasUnsaved(state))
  // A shortcut opens it also when there is nothing to publish.
  const isPublished = !hasChanges && version === template.published_version
  const design = useEditor(({ document }) => document.design)
  const base = useQuery(api.templates.version.query({ params: { id: template.id, version } }))
  const uses = useActions().filter((action) => usesTemplate(action, template.id)).length
  const sayPublished = useSayPublished()
  const close = () => {
    sync.dispatch({ type: 'publish-cancelled' })
    session.set({ dialog: null })
  }
  const publish = useMutation({
    mutationFn: () => sync.publish(note.trim()),
    meta: { form: true },
    onSuccess: ({ published_version: published, affected_actions: affected }) => {
      close()
      sayPublished(t('editor.published', { version: published ?? version }), affected)
      for (const { key } of [api.templates.get, api.templates.list, api.templates.versions])
        void queries.invalidateQueries({ queryKey: key })
    },
  })
  const before = base.data && toDesign(base.data.design)
  const submit = () => !publish.isPending && !isPublished && publish.mutate()
  return (
    <FormDialog
      title={t('editor.publish_title')}
      description={uses === 0 ? t('editor.publish_unused') : t('editor.publish_used', { count: uses })}
      submit={t('editor.publish')}
      isSending={publish.isPending}
      isIncomplete={isPublished}
      error={publish.error}
      onSubmit={submit}
      onClose={close}
    >
      {before && <Changes parts={compareSides({ base: before, ours: design, theirs: before })} />}
      <Field label={t('editor.publish_note')} optional>
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            maxLength={500}
            value={note}
            onChange={(event) => setNote(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
              event.preventDefault()
              submit()
            }}
          />
        )}
      </Field>
    </FormDialog>
  )
}
