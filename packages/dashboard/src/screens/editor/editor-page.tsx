import { faultOf } from '@pictable/editor'
import { loadExpressions } from '@pictable/renderer/template'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, Suspense, use, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { api } from '#dashboard/api/api.ts'
import { lazily } from '#dashboard/api/lazily.ts'
import type { OpenTemplate } from '#dashboard/parts/templates/template.ts'
import { t } from '#dashboard/strings/editor.ts'
import { Failure } from '#dashboard/ui/failure.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import type { Draft } from './drafts/server-draft.ts'
import { Editor } from './editor.tsx'
import { loadFontsEarly } from './engine/engine.ts'
import { expressionsOf } from './engine/expressions.ts'

const InvalidTemplate = lazily(async () => {
  await loadExpressions()
  return import('./source/invalid-template.tsx')
}, 'InvalidTemplate')

const route = getRouteApi('/frame/templates/$id/edit')

/** Narrower than this, the panels leave no room for a canvas. A desktop browser that zooms to 200 % is wider. */
const phone = matchMedia('(width < 40rem)')

function subscribe(listener: () => void): () => void {
  phone.addEventListener('change', listener)
  return () => phone.removeEventListener('change', listener)
}

const useIsPhone = () => useSyncExternalStore(subscribe, () => phone.matches)

/** The visual editor of one template: it takes the window. */
export function EditorPage() {
  const { id } = route.useParams()
  const isPhone = useIsPhone()
  useState(loadFontsEarly)
  const template = useQuery({ ...api.templates.get.query({ params: { id } }), staleTime: 0 })
  // What was read on an earlier visit is old; from here on the editor keeps the draft itself.
  const draft = useQuery({
    ...api.drafts.get.query({ params: { id } }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const error = template.error ?? draft.error
  const published = template.data?.design
  useEffect(() => {
    // The draft may be on its way still. Should this fail, the draft says so.
    expressionsOf(published)?.catch(() => {})
  }, [published])
  if (template.data && draft.data) {
    return (
      <Suspense fallback={<Waiting />}>
        <Opened key={`${id} ${isPhone}`} template={template.data} draft={draft.data} isPhone={isPhone} />
      </Suspense>
    )
  }
  if (!error) return <Waiting />
  return (
    <Waiting>
      <Failure error={error} again={() => Promise.all([template.refetch(), draft.refetch()])} />
    </Waiting>
  )
}

/** What is shown until there is a design, or in place of one. */
function Waiting({ children = <Skeleton lines={8} /> }: { children?: ReactNode }) {
  return (
    <div className="grid gap-6 p-8">
      <h1 id="page-title" className="sr-only">
        {t('templates.title')}
      </h1>
      {children}
    </div>
  )
}

interface OpenedProps {
  template: OpenTemplate
  draft: Draft
  isPhone: boolean
}

function Opened({ template, draft, isPhone }: OpenedProps) {
  const expressions = useMemo(() => expressionsOf(draft.design), [draft.design])
  if (expressions) use(expressions)
  const fault = useMemo(() => faultOf(draft.design), [draft.design])
  if (fault === null) return <Editor template={template} draft={draft} isPhone={isPhone} />
  return (
    <Suspense>
      <InvalidTemplate template={template} draft={draft} fault={fault} />
    </Suspense>
  )
}
