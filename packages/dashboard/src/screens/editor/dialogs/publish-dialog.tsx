import { hasUnsaved } from '@pictable/editor'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { memo, useEffect, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import type { OpenTemplate } from '#dashboard/parts/templates/template.ts'
import { useSayPublished } from '#dashboard/parts/templates/use-say-published.ts'
import { ChangeWords } from '#dashboard/parts/versions/change-words.tsx'
import { Part } from '#dashboard/parts/versions/part.tsx'
import { PublishPictures } from '#dashboard/parts/versions/publish-pictures.tsx'
import { PublishUses } from '#dashboard/parts/versions/publish-uses.tsx'
import { type NextStep, useNextSteps } from '#dashboard/screens/editor/data/next-steps.ts'
import { useDraftState, useSync } from '#dashboard/screens/editor/drafts/use-draft.ts'
import { useDraftDiff } from '#dashboard/screens/editor/drafts/use-draft-diff.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { t as ofVersions } from '#dashboard/strings/versions.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import { Field } from '#dashboard/ui/fields/field.tsx'
import { Textarea } from '#dashboard/ui/fields/input.tsx'
import { isPressed } from '#dashboard/ui/fields/keys.ts'
import { FormDialog } from '#dashboard/ui/form-dialog.tsx'
import { useHandler } from '#dashboard/ui/use-handler.ts'
import { useShownRecords } from './shown-records.ts'

/** More would hide the pictures. */
const SHOWN_CHANGES = 8

/**
 * What the draft changes of the version that actions use, or, before there is one, of that which it began with. Typing the note
 * does not draw it again.
 */
const Effects = memo(({ template: { id, published_version: published } }: { template: OpenTemplate }) => {
  const base = useDraftState((state) => state.baseVersion)
  const design = useEditor(({ document }) => document.design)
  const from = published ?? base
  const before = useQuery(api.templates.version.query({ params: { id, version: from } }))
  const diff = useDraftDiff(id, from)
  const records = useShownRecords()
  const version = { version: from }
  return (
    <>
      <Part
        title={published === null ? ofVersions('versions.since', version) : ofVersions('versions.since_used', version)}
      >
        <ChangeWords {...diff} first={SHOWN_CHANGES} />
      </Part>
      <Part title={ofVersions('versions.slider')}>
        {before.error ? (
          <Failure error={before.error} again={() => before.refetch()} />
        ) : (
          <PublishPictures before={before.data?.design} after={design} records={records} />
        )}
      </Part>
      <Part title={ofVersions('versions.publish_actions')}>
        <PublishUses id={id} />
      </Part>
    </>
  )
})

function NextSteps({ steps, onChoose }: { steps: readonly NextStep[]; onChoose: () => void }) {
  return (
    <span className="mt-1.5 flex flex-wrap gap-1.5">
      {steps.map(({ key, label, Icon, go }) => (
        <Button
          key={key}
          size="small"
          icon={<Icon />}
          onClick={() => {
            onChoose()
            go()
          }}
        >
          <bdi className="max-w-64 truncate">{label}</bdi>
        </Button>
      ))}
    </span>
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
  const sayPublished = useSayPublished()
  const steps = useNextSteps(template.id)
  const close = () => {
    sync.dispatch({ type: 'publish-cancelled' })
    session.set({ dialog: null })
  }
  const publish = useMutation({
    mutationFn: () => sync.publish(note.trim()),
    meta: { form: true },
    onSuccess: ({ published_version: published, affected_actions: affected }) => {
      close()
      sayPublished(t('editor.published', { version: published ?? version }), affected, (close) => (
        <NextSteps steps={steps} onChoose={close} />
      ))
      for (const { key } of [api.templates.get, api.templates.list, api.templates.versions])
        void queries.invalidateQueries({ queryKey: key })
    },
  })
  const submit = useHandler(() => {
    if (!publish.isPending && !isPublished) publish.mutate()
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.repeat || !isPressed(event, 'Mod+Enter')) return
      event.preventDefault()
      submit()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [submit])
  return (
    <FormDialog
      wide
      title={t('editor.publish_title')}
      description={ofVersions('versions.publish_help')}
      submit={t('editor.publish')}
      isSending={publish.isPending}
      isIncomplete={isPublished}
      error={publish.error}
      onSubmit={submit}
      onClose={close}
    >
      <Field label={t('editor.publish_note')} optional>
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
      <Effects template={template} />
    </FormDialog>
  )
}
