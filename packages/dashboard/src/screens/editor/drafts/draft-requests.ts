import { type EditorDocument, isEqual } from '@pictable/editor'
import { client } from '#dashboard/api/client.ts'
import type { PublishedTemplate } from '#dashboard/api/types.ts'
import { type Draft, etagOf, type SentParts } from './server-draft.ts'

interface Base {
  readonly revision: number
  readonly baseVersion: number
}

/** What one session asks of the server about the draft of a template. */
export class DraftRequests {
  readonly #params: { readonly id: string }
  readonly #session: () => string
  /** The sample values that the server had when they were shown or saved: only others are sent, so that those of a program stay. */
  knownSample: EditorDocument['sample'] = {}

  /** `session` tells its id, which an earlier visit may have chosen. */
  constructor(id: string, session: () => string) {
    this.#params = { id }
    this.#session = session
  }

  readonly read = (): Promise<Draft> => client.drafts.get({ params: this.#params })

  /** What a save sends of a document. */
  partsOf({ design, sample }: EditorDocument): SentParts {
    return { design: { ...design }, ...(!isEqual(sample, this.knownSample) && { sample: { ...sample } }) }
  }

  async save(document: EditorDocument, { revision, baseVersion }: Base): Promise<Draft> {
    const body = { session: this.#session(), base_version: baseVersion, ...this.partsOf(document) }
    const saved = await client.drafts.save({ params: this.#params, body, ifMatch: etagOf(revision) })
    // Not those of the answer: a program may have set others, which the document does not have.
    this.knownSample = document.sample
    return saved
  }

  discard(revision: number): Promise<Draft> {
    const query = { session: this.#session() }
    return client.drafts.discard({ params: this.#params, query, ifMatch: etagOf(revision) })
  }

  /** Publishes the draft, or without changes the version that it began with. */
  publish(note: string, base: Base & { readonly hasChanges: boolean }): Promise<PublishedTemplate> {
    const params = this.#params
    const noted = note === '' ? {} : { note }
    if (!base.hasChanges) return client.templates.publish({ params, body: { version: base.baseVersion, ...noted } })
    const body = { session: this.#session(), ...noted }
    return client.drafts.publish({ params, body, ifMatch: etagOf(base.revision) })
  }
}
