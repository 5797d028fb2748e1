import { isEqual, type Journal, type StoredHistory } from '@pictable/editor'
import type { Recovered } from './journal.ts'
import type { Draft } from './server-draft.ts'

interface Match {
  /** The last entry of the journal that the draft has. */
  readonly saved: number
  readonly journal: Journal
  /**
   * To go on from; another one than that of the journal where the sample values are. They are those of the server, unless
   * some are among what the server does not have.
   */
  readonly history: StoredHistory
}

/**
 * What a journal says of the draft. Null: the draft has everything that is in the journal and is another one, or has
 * edits of which the journal could not keep the entries.
 */
export function matchJournal(found: Recovered, draft: Draft): Match | null {
  const { sent, last, revision, baseVersion } = found
  const sampleAfter = (entry: number) => found.documentAfter(entry)?.sample
  const isAs = (entry: number) => {
    const document = found.documentAfter(entry)
    return document === undefined || isEqual(document.design, draft.design)
  }
  // Sample values were sent only where the entries changed them.
  const hasSample = (entry: number) => {
    const [before, sample] = [sampleAfter(found.saved), sampleAfter(entry)]
    return before === undefined || isEqual(sample, before) || isEqual(sample, draft.sample)
  }
  const isLost = sent !== null && draft.revision === sent.revision + 1 && isAs(sent.entry) && hasSample(sent.entry)
  const saved = isLost ? sent.entry : found.saved
  const unsaved = last - saved
  if (unsaved < 0) return null
  const { document } = found.history
  const isOwn = unsaved > 0 && sampleAfter(saved) !== document.sample
  const isKept = isOwn || isEqual(document.sample, draft.sample)
  const history = isKept ? found.history : { ...found.history, document: { ...document, sample: draft.sample } }
  if (isLost || (draft.revision === revision && isAs(saved))) {
    return { saved, history, journal: { revision: draft.revision, baseVersion: draft.base_version, unsaved } }
  }
  return unsaved === 0 ? null : { saved, history, journal: { revision, baseVersion, unsaved } }
}
