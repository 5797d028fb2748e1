import type { Journal, StoredHistory } from '@pictable/editor'
import type { Recovered } from './journal.ts'
import { type Draft, isSameDesign } from './server-draft.ts'

interface Match {
  /** The last entry of the journal that the draft has. */
  readonly saved: number
  readonly journal: Journal
  /** To go on from. The sample values are those of the server, unless some are among what the server does not have. */
  readonly history: StoredHistory
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
  const { document } = found.history
  const isOwn = unsaved > 0 && found.documentAfter(saved)?.sample !== document.sample
  const history = isOwn ? found.history : { ...found.history, document: { ...document, sample: draft.sample } }
  if (isLost || (draft.revision === revision && isAs(saved))) {
    return { saved, history, journal: { revision: draft.revision, baseVersion: draft.base_version, unsaved } }
  }
  return unsaved === 0 ? null : { saved, history, journal: { revision, baseVersion, unsaved } }
}
