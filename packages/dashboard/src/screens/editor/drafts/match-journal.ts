import type { Journal } from '@pictable/editor'
import type { Recovered } from './journal.ts'
import { type Draft, isSameDesign } from './server-draft.ts'

interface Match {
  /** The last entry of the journal that the draft has. */
  readonly saved: number
  readonly journal: Journal
  /** Sample values are among what the draft does not have. */
  readonly hasOwnSample: boolean
}

/**
 * What a journal says of the draft. Null: the draft has everything that is in the journal and is another one, or has
 * edits of which the journal could not keep the entries.
 */
export function matchJournal(found: Recovered, draft: Draft): Match | null {
  const { sent, last, revision, baseVersion } = found
  const isAs = (entry: number) => {
    const document = found.documentAfter(entry)
    return document === undefined || isSameDesign(document.design, draft.design)
  }
  const isLost = sent !== null && draft.revision === sent.revision + 1 && isAs(sent.entry)
  const saved = isLost ? sent.entry : found.saved
  const unsaved = last - saved
  if (unsaved < 0) return null
  const hasOwnSample = unsaved > 0 && found.documentAfter(saved)?.sample !== found.history.document.sample
  if (isLost || (draft.revision === revision && isAs(saved))) {
    return { saved, hasOwnSample, journal: { revision: draft.revision, baseVersion: draft.base_version, unsaved } }
  }
  return unsaved === 0 ? null : { saved, hasOwnSample, journal: { revision, baseVersion, unsaved } }
}
