import { type EditorDocument, History, type HistoryEntry, type StoredHistory } from '@pictable/editor'
import type { TextSyntax } from '@pictable/renderer/template'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { fetched } from '#dashboard/api/lazily.ts'
import { afterPaint } from '#dashboard/screens/editor/engine/after-paint.ts'
import { expressionsOf } from '#dashboard/screens/editor/engine/expressions.ts'

/** Entries are put into the stored history when there are more than this, so that opening stays fast. */
const MAX_ENTRIES = 300

/** What the entries of one template are changes of. */
interface Head {
  /** With which this browser edits the template: the lease is still its own after a reload. */
  readonly session: string
  /** Of the draft on the server that has the entries up to `saved`. */
  readonly revision: number
  readonly baseVersion: number
  readonly saved: number
  /** A save without an answer: the last entry in it, and the revision that it replaces. */
  readonly sent: { readonly entry: number; readonly revision: number } | null
  /** The last entry that the stored history has. */
  readonly compacted: number
  /** Absent where a release wrote it for which `{{` was nothing but text. */
  readonly expressions?: true
  /** Absent where a release wrote it for which links were nothing but text. */
  readonly links?: true
}

interface Tables extends DBSchema {
  heads: { key: string; value: Head }
  /** Apart from the heads: each save writes a head, and a history may have a thousand steps. */
  histories: { key: string; value: StoredHistory }
  entries: { key: [string, number]; value: HistoryEntry }
}

/** What an earlier visit left. */
export interface Recovered extends Pick<Head, 'session' | 'revision' | 'baseVersion' | 'saved' | 'sent'> {
  readonly last: number
  readonly history: StoredHistory
  /** The document after an entry; undefined when it is not known any more. */
  documentAfter(entry: number): EditorDocument | undefined
}

/** Another history, and what the draft has of it. */
interface Rewritten extends Pick<Head, 'saved'> {
  readonly history: StoredHistory
  readonly journal: Pick<Head, 'revision' | 'baseVersion'>
}

/** Entries that are stored together. */
interface Batch {
  readonly entries: [number, HistoryEntry][]
  readonly stored: Promise<void>
  readonly store: () => void
}

/** Every edit of one template, in the IndexedDB of this browser: they outlive a crash, and undo outlives a reload. */
export class Journal {
  readonly #database: IDBPDatabase<Tables>
  readonly #key: string
  #head: Head | undefined
  #last = 0
  #due: Batch | undefined

  private constructor(database: IDBPDatabase<Tables>, key: string) {
    this.#database = database
    this.#key = key
  }

  /** @throws where the browser stores nothing, such as in some private windows */
  static async open(key: string): Promise<Journal> {
    return new Journal(await openTables(), key)
  }

  /** Number of the last entry. */
  get last(): number {
    return this.#last
  }

  async read(): Promise<Recovered | null> {
    const transaction = this.#database.transaction(['heads', 'histories', 'entries'])
    const entries = transaction.objectStore('entries')
    const [head, history, stored, keys] = await Promise.all([
      transaction.objectStore('heads').get(this.#key),
      transaction.objectStore('histories').get(this.#key),
      entries.getAll(this.#entries()),
      entries.getAllKeys(this.#entries()),
    ])
    this.#head = head
    if (!head || !history) return null
    await expressionsOf([history, stored])
    this.#last = head.compacted
    const numbered = stored.flatMap((entry, at): [number, HistoryEntry][] => {
      // What follows an entry that could not be stored cannot be done again.
      if (keys[at]?.[1] !== this.#last + 1) return []
      return [[++this.#last, entry]]
    })
    const syntax = { expressions: head.expressions === true, links: head.links === true }
    if (syntax.links) return { ...head, last: this.#last, ...replay({ ...head, history }, numbered) }
    const { escapeStored } = await fetched(() => import('./escape-stored.ts'))
    const replayed = replay({ ...head, history: escapeStored(history, syntax) }, escapeStored(numbered, syntax))
    await this.#compact(
      { ...head, sent: null, compacted: this.#last, expressions: true, links: true },
      { history: replayed.history, entries: this.#entries() },
    )
    return { ...head, last: this.#last, ...replayed }
  }

  /** Begins again: what was there is on the server, in the history, or dropped. `last`: what the history has. */
  async begin(
    { history, ...head }: Omit<Head, 'sent' | 'compacted' | keyof TextSyntax> & { readonly history: StoredHistory },
    last: number,
  ): Promise<void> {
    this.flush()
    this.#last = last
    const begun: Head = { ...head, sent: null, compacted: last, expressions: true, links: true }
    await this.#compact(begun, { history, entries: this.#entries() })
  }

  /** Goes on from another history that has all entries: those that are added from now on change that one. */
  async rewrite({ saved, history, journal: { revision, baseVersion } }: Rewritten): Promise<void> {
    if (this.#head) await this.begin({ ...this.#head, saved, revision, baseVersion, history }, this.#last)
  }

  /**
   * Stores an entry after the frame that shows it: to begin a transaction takes as long as to draw. One that the server
   * will not have soon is `isUrgent`, and stored now.
   */
  append(entry: HistoryEntry, { isUrgent = false } = {}): Promise<void> {
    this.#due ??= this.#batch()
    const { entries, stored } = this.#due
    entries.push([++this.#last, entry])
    if (isUrgent) this.flush()
    return stored
  }

  /** Stores now what is to be stored. */
  flush(): void {
    this.#due?.store()
  }

  #batch(): Batch {
    const entries: Batch['entries'] = []
    const { promise: stored, resolve } = Promise.withResolvers<void>()
    const store = () => {
      callOff()
      this.#due = undefined
      resolve(this.#put(entries))
    }
    const callOff = afterPaint(store)
    return { entries, stored, store }
  }

  async #put(entries: Batch['entries']): Promise<void> {
    const transaction = this.#database.transaction('entries', 'readwrite')
    const stored = entries.map(([number, entry]) => transaction.store.put(entry, [this.#key, number]))
    // Without this a transaction waits for the page to read the result, which a page that is closed never does.
    transaction.commit()
    await Promise.all([...stored, transaction.done])
  }

  /** Before a save leaves: should its answer be lost, the next visit knows that it was its own. */
  async markSent(entry: number, revision: number): Promise<void> {
    if (this.#head) await this.#putHead({ ...this.#head, sent: { entry, revision } })
  }

  /** The server has the entries up to `saved`. */
  async mark(change: Pick<Head, 'saved' | 'revision' | 'baseVersion'>, history: History): Promise<void> {
    if (!this.#head) return
    this.flush()
    const marked = { ...this.#head, ...change, sent: null }
    if (this.#last - marked.compacted <= MAX_ENTRIES) return this.#putHead(marked)
    // Entries that are on their way are in the history already.
    const entries = this.#entries(this.#last)
    await this.#compact({ ...marked, compacted: this.#last }, { history: history.store(), entries })
  }

  close(): void {
    this.flush()
    this.#database.close()
  }

  /** Stores a history in place of the entries that it has. */
  async #compact(head: Head, { history, entries }: { history: StoredHistory; entries: IDBKeyRange }): Promise<void> {
    this.#head = head
    const transaction = this.#database.transaction(['heads', 'histories', 'entries'], 'readwrite')
    await Promise.all([
      transaction.objectStore('heads').put(head, this.#key),
      transaction.objectStore('histories').put(history, this.#key),
      transaction.objectStore('entries').delete(entries),
      transaction.done,
    ])
  }

  async #putHead(head: Head): Promise<void> {
    this.#head = head
    await this.#database.put('heads', head, this.#key)
  }

  #entries(last = Number.MAX_SAFE_INTEGER): IDBKeyRange {
    return IDBKeyRange.bound([this.#key, 0], [this.#key, last])
  }
}

/** @throws while a tab of an earlier release keeps the first version open */
async function openTables(): Promise<IDBPDatabase<Tables>> {
  let refuse: (reason: Error) => void = () => {}
  const blocked = new Promise<never>((_, reject) => {
    refuse = reject
  })
  const opened = openDB<Tables>('pictable-editor', 2, {
    async upgrade(made, from, _, transaction) {
      made.createObjectStore('histories')
      if (from === 0) {
        made.createObjectStore('heads')
        made.createObjectStore('entries')
      }
      // In the first version a head contained its history.
      for await (const cursor of transaction.objectStore('heads')) {
        const { history, ...head }: Head & { readonly history?: StoredHistory } = cursor.value
        if (!history) continue
        await transaction.objectStore('histories').put(history, cursor.key)
        await cursor.update(head)
      }
    },
    blocked: () => refuse(new Error('another tab has an earlier version open')),
    blocking: (_current, _next, event) => event.target instanceof IDBDatabase && event.target.close(),
  })
  return Promise.race([opened, blocked])
}

/** The history with its entries, and the documents on the way that a save may have sent. */
export function replay(
  { history: stored, saved, sent, compacted }: Pick<Head, 'saved' | 'sent' | 'compacted'> & { history: StoredHistory },
  entries: readonly [number, HistoryEntry][],
) {
  const { document } = stored
  // A release for which sample values were no part of the document wrote none.
  const history = new History({ ...stored, document: { ...document, sample: document.sample ?? {} } })
  const documents = new Map([[compacted, history.document]])
  for (const [number, entry] of entries) {
    history.replay([entry])
    if (number === saved || number === sent?.entry) documents.set(number, history.document)
  }
  return { history: history.store(), documentAfter: (entry: number) => documents.get(entry) }
}
