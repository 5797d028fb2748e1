import { type DesignFault, mergeJson } from '@pictable/editor'
import { formatDesign } from '@pictable/renderer/format-design'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import * as v from 'valibot'
import { api } from '#dashboard/api/api.ts'
import { client } from '#dashboard/api/client.ts'
import { isStaleError } from '#dashboard/api/error-words.ts'
import { kept } from '#dashboard/api/kept.ts'
import { parsedJson } from '#dashboard/api/parsed-json.ts'
import { personal } from '#dashboard/api/personal.ts'
import { useMay } from '#dashboard/api/session.ts'
import { SourceEditor, type SourceHandle } from '#dashboard/parts/source/source-editor.tsx'
import type { OpenTemplate } from '#dashboard/parts/templates/template.ts'
import { toDesign } from '#dashboard/parts/templates/to-design.ts'
import { type Draft, etagOf } from '#dashboard/screens/editor/drafts/server-draft.ts'
import { createId } from '#dashboard/screens/editor/session/open-session.ts'
import { TemplateHeading } from '#dashboard/screens/editor/session/template-heading.tsx'
import { t } from '#dashboard/strings/editing.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import { Errors } from './errors.tsx'
import { faultsOf } from './read-text.ts'

interface InvalidProps {
  template: OpenTemplate
  draft: Draft
  fault: DesignFault
}

/** A template whose design this release cannot edit: its text, with what is wrong, and the last picture of it. */
export function InvalidTemplate({ template, draft, fault }: InvalidProps) {
  const isReadOnly = !useMay('write') || fault.isNewer
  const { text, base, setText } = useKeptText(template.id, draft)
  const issues = faultsOf(text)
  const handle = useRef<SourceHandle>(null)
  const schema = useQuery({ ...api.templates.schema.query(), staleTime: Number.POSITIVE_INFINITY })
  const save = useSaveFixed(template.id, { draft, base })
  return (
    <div className="grid h-dvh grid-rows-[44px_auto_minmax(0,1fr)] overflow-hidden bg-ground text-[13px]">
      <Head template={template}>
        {isReadOnly ? (
          <span className="text-ink-soft">{t('editor.view_only')}</span>
        ) : (
          <Button
            look="primary"
            size="small"
            disabled={issues.length > 0}
            busy={save.isPending}
            onClick={() => save.mutate(text)}
          >
            {t('editor.invalid_save')}
          </Button>
        )}
      </Head>
      <p role="status" className="border-b border-line bg-warn-soft px-3 py-2 text-warn">
        {fault.isNewer ? t('editor.invalid_newer') : t('editor.invalid_help')}
      </p>
      <div className="grid min-h-0 grid-cols-[minmax(0,1fr)_minmax(12rem,32%)]">
        <section aria-label={t('editor.source')} className="grid min-h-0 grid-rows-[minmax(0,1fr)_auto_auto]">
          {schema.data && (
            <SourceEditor
              hasFocus
              startsAt={issues[0]?.place}
              source={text}
              onChange={setText}
              onSave={() => issues.length === 0 && save.mutate(text)}
              notes={issues}
              schema={schema.data}
              names={Object.keys(template.sample)}
              isReadOnly={isReadOnly}
              handle={handle}
            />
          )}
          {schema.isLoadingError && <Failure error={schema.error} again={() => schema.refetch()} />}
          <Errors
            title={t('editor.source_errors')}
            issues={issues}
            onReveal={(place) => handle.current?.reveal(place)}
          />
          {save.error && <Failure error={save.error} again={async () => save.mutate(text)} />}
        </section>
        <LastPicture template={template} />
      </div>
    </div>
  )
}

function Head({ template, children }: { template: OpenTemplate; children: ReactNode }) {
  return (
    <header className="flex items-center gap-3 border-b border-line px-2">
      <TemplateHeading template={template} />
      {children}
    </header>
  )
}

const keyOf = (id: string) => personal(`template.${id}.invalid`)
const keptShape = v.object({ text: v.string(), base: v.string() })

/** The text of the design, and what it was made from: this browser keeps what is typed until it is saved. */
function useKeptText(id: string, { design }: Draft) {
  const [{ text, base }, setTyped] = useState(() => {
    const found = parsedJson(kept.get(keyOf(id)) ?? '')
    return v.is(keptShape, found) ? found : { text: formatDesign(design), base: formatDesign(design) }
  })
  const setText = (typed: string) => {
    kept.set(keyOf(id), JSON.stringify({ text: typed, base }))
    setTyped({ text: typed, base })
  }
  return { text, base, setText }
}

/** Saves the fixed design as the draft, with what someone else saved since; the editor opens with it. */
function useSaveFixed(id: string, { draft, base }: { draft: Draft; base: string }) {
  const queryClient = useQueryClient()
  const params = { id }
  return useMutation({
    async mutationFn(text: string) {
      const ours: unknown = JSON.parse(text)
      const session = createId()
      const saveOver = (theirs: Draft) => {
        const design = toDesign(mergeJson({ base: JSON.parse(base), ours, theirs: theirs.design }))
        const body = { session, base_version: theirs.base_version, design: { ...design } }
        return client.drafts.save({ params, body, ifMatch: etagOf(theirs.revision) })
      }
      try {
        return await saveOver(draft).catch(async (error) => {
          if (!isStaleError(error)) throw error
          return saveOver(await client.drafts.get({ params }))
        })
      } finally {
        // It ends by itself, too.
        await client.drafts.release({ params, query: { session } }).catch(() => {})
      }
    },
    onSuccess(saved) {
      kept.set(keyOf(id), null)
      queryClient.setQueryData(api.drafts.get.query({ params }).queryKey, saved)
    },
  })
}

/** Versions before the latest that are asked for a picture. */
const MAX_OLDER = 5

/** The picture of the newest version that can be drawn. */
function LastPicture({ template }: { template: OpenTemplate }) {
  const { id, name, latest_version: latest, published_version: published } = template
  const older = Array.from({ length: MAX_OLDER }, (_, at) => latest - 1 - at).filter((version) => version > 0)
  const versions = [...new Set([latest, ...(published === null ? [] : [published]), ...older])]
  const [at, setAt] = useState(0)
  const version = versions[at]
  return (
    <figure className="grid min-h-0 content-start gap-2 overflow-y-auto border-s border-line bg-sunken p-4">
      {version !== undefined && (
        <img
          key={version}
          src={`/v1/templates/${id}/thumbnail?version=${version}`}
          alt={name}
          onError={() => setAt(at + 1)}
          className="max-w-full rounded-md border border-line bg-raised"
        />
      )}
      <figcaption className="text-ink-soft">
        {version === undefined ? t('editor.invalid_no_picture') : t('editor.merge_version', { version })}
      </figcaption>
    </figure>
  )
}
