import { useBlocker } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { kept } from '#dashboard/api/kept.ts'
import { parsedJson } from '#dashboard/api/parsed-json.ts'
import { personal } from '#dashboard/api/personal.ts'
import { type OpenTemplate, sourceOf, type Values } from '#dashboard/parts/templates/template.ts'
import { templateValue } from '#dashboard/parts/templates/template-value.ts'

/** What somebody has typed, and of which version it is a change. */
const draftShape = v.object({
  version: v.pipe(v.number(), v.integer()),
  source: v.string(),
  sample: v.record(v.string(), templateValue),
  at: v.string(),
})

export type Draft = v.InferOutput<typeof draftShape>

const keepAfterMs = 300
const keyOf = (id: string) => personal(`draft.${id}`)

/** What an earlier visit left behind; null when it is as the template is. */
function keptDraft(template: OpenTemplate): Draft | null {
  const found = parsedJson(kept.get(keyOf(template.id)) ?? '')
  return v.is(draftShape, found) && isChanged(found, template) ? found : null
}

function isChanged({ source, sample }: Pick<Draft, 'source' | 'sample'>, template: OpenTemplate): boolean {
  return source !== sourceOf(template.design) || JSON.stringify(sample) !== JSON.stringify(template.sample)
}

function draftOf({ latest_version: version, design, sample, updated_at: at }: OpenTemplate): Draft {
  return { version, source: sourceOf(design), sample, at }
}

export interface DraftState {
  draft: Draft
  /** As it was when this draft began. */
  base: OpenTemplate
  isDirty: boolean
  /** Left behind by an earlier visit: to go on with, or to throw away. */
  kept: Draft | null
  takeKept: () => void
  dropKept: () => void
  setSource: (source: string) => void
  setSample: (sample: Values) => void
  /** Goes on from what the server has now, with what was typed on top of it meanwhile. */
  rebase: (template: OpenTemplate, typed?: Pick<Draft, 'source' | 'sample'>) => void
}

/** What is typed of a template: kept in this browser until it is saved. */
export function useDraft(template: OpenTemplate): DraftState {
  const [base, setBase] = useState(template)
  const [draft, setDraft] = useState(() => draftOf(template))
  const [left, setLeft] = useState(() => keptDraft(template))
  const isDirty = isChanged(draft, base)
  // Its name, sample values or published version changed elsewhere, and nothing is typed here.
  if (!isDirty && template.revision > base.revision && template.latest_version === base.latest_version) {
    setBase(template)
    setDraft(draftOf(template))
  }
  const key = keyOf(template.id)
  useEffect(() => {
    // What an earlier visit left is not overwritten before anything is typed.
    if (!isDirty) return
    const timer = setTimeout(() => kept.set(key, JSON.stringify(draft)), keepAfterMs)
    return () => clearTimeout(timer)
  }, [key, draft, isDirty])
  const drop = () => {
    kept.set(key, null)
    setLeft(null)
  }
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part, at: new Date().toISOString() }))
  return {
    draft,
    base,
    isDirty,
    kept: left,
    takeKept: () => {
      if (left) setDraft(left)
      setLeft(null)
    },
    dropKept: drop,
    setSource: (source) => change({ source }),
    setSample: (sample) => change({ sample }),
    rebase(now, typed) {
      drop()
      setBase(now)
      setDraft({ ...draftOf(now), ...typed })
    },
  }
}

/** Asks before a page with changes is left. */
export function useLeaveQuestion(isDirty: boolean, path: string) {
  return useBlocker({
    withResolver: true,
    enableBeforeUnload: isDirty,
    shouldBlockFn: ({ next }) => isDirty && next.pathname !== path,
  })
}
