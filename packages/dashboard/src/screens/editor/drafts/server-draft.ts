import { ApiError, type CallAnswer, type Contract } from '@pictable/client'
import { type DraftState, faultOf, hasUnsaved, isEqual, type SaveFailure, type ServerDraft } from '@pictable/editor'
import { errorWords, SaidError } from '#dashboard/api/error-words.ts'
import { expressionsOf } from '#dashboard/screens/editor/engine/expressions.ts'
import { t } from '#dashboard/strings/editor.ts'

export type Draft = CallAnswer<Contract['drafts']['get']>

export function serverDraft({ revision, base_version: baseVersion, has_changes: hasChanges }: Draft): ServerDraft {
  return { revision, baseVersion, hasChanges }
}

/** What was sent of a document: its sample values only where they were changed. */
export interface SentParts extends Pick<Draft, 'design'> {
  readonly sample?: Draft['sample']
}

export const etagOf = (revision: number): string => `"r${revision}"`

/** False for a draft that a newer release saved, with parts that this one does not know. */
export async function isReadable({ design }: Draft): Promise<boolean> {
  await expressionsOf(design)
  return faultOf(design) === null
}

/** Whether a draft has what was sent. */
function hasParts(draft: Draft, { design, sample = draft.sample }: SentParts): boolean {
  return isEqual(design, draft.design) && isEqual(sample, draft.sample)
}

/** What a failed request means for the draft; `read` reads the draft as it is now. */
export async function failureOf(
  error: unknown,
  { read, sent }: { read: () => Promise<Draft>; sent?: SentParts & { readonly revision: number } },
): Promise<SaveFailure> {
  if (!(error instanceof ApiError)) return { reason: 'network' }
  const { status } = error
  if (status === 401) return { reason: 'signed-out' }
  if (status === 404) return { reason: 'gone' }
  if (status === 429 || status >= 500) return { reason: 'busy' }
  if (status !== 409 && status !== 412) return { reason: 'rejected', message: errorWords(error) }
  if (status === 409 && error.problem.code !== 'draft_in_use') return { reason: 'rejected', message: errorWords(error) }
  try {
    const draft = await read()
    if (status === 409) return { reason: 'in-use', who: draft.editing?.name ?? null }
    const isOwn = sent !== undefined && draft.revision === sent.revision + 1 && hasParts(draft, sent)
    return { reason: 'stale', own: isOwn ? draft.revision : null }
  } catch {
    return { reason: 'busy' }
  }
}

/** Why a publication did not come about. */
export function interruptionOf(state: DraftState): Error {
  if (state.rejection !== null) return new SaidError(t('editor.draft_rejected', { reason: state.rejection }))
  const isAway = !state.isOnline || state.failures > 0 || state.isSignedOut
  const isUnsaved = isAway || (state.mode.name === 'editing' && hasUnsaved(state))
  return new SaidError(isUnsaved ? t('editor.publish_unsaved') : t('editor.publish_interrupted'))
}
