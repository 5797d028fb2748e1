import { History, type HistoryEntry, type StoredHistory } from '@pictable/editor'
import type { TemplateInput } from '@pictable/renderer/browser'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

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
  /** The history with the entries up to `compacted`. */
  readonly history: StoredHistory
  readonly compacted: number
}

interface Tables extends DBSchema {
  heads: { key: string; value: Head }
  entries: { key: [string, number]; value: HistoryEntry }
}

/** What an earlier visit left. */
export interface Recovered extends Pick<Head, 'session' | 'revision' | 'baseVersion' | 'saved' | 'sent'> {
  readonly last: number
  readonly history: StoredHistory
  /** The design after an entry; undefined when it is not known any more. */
  designAfter(entry: number): TemplateInput | undefined
}

/** Every edit of one template, in the IndexedDB of this browser: they outlive a crash, and undo outlives a reload. */
export class Journal {
  readonly #database: IDBPDatabase<Tables>
  readonly #key: string
  #head: Head | undefined
  #last = 0

  private constructor(database: IDBPDatabase<Tables>, key: string) {
    this.#database = database
    this.#key = key
  }

  /** @throws where the browser stores nothing, such as in some private windows */
  static async open(key: string): Promise<Journal> {
    const database = await openDB<Tables>('pictable-editor', 1, {
      upgrade(made) {
        made.createObjectStore('heads')
        made.createObjectStore('entries')
      },
    })
    return new Journal(database, key)
  }

  /** Number of the last entry. */
  get last(): number {
    return this.#last
  }

  async read(): Promise<Recovered | null> {
    const transaction = this.#database.transaction(['heads', 'entries'])
    const entries = transaction.objectStore('entries')
    const [head, stored, keys] = await Promise.all([
      transaction.objectStore('heads').get(this.#key),
      entries.getAll(this.#entries()),
      entries.getAllKeys(this.#entries()),
    ])
    this.#head = head
    if (!head) return null
    const numbered = stored.flatMap((entry, at): [number, HistoryEntry][] => {
      const number = keys[at]?.[1] ?? 0
      return number > head.compacted ? [[number, entry]] : []
    })
    this.#last = Math.max(head.compacted, head.saved, numbered.at(-1)?.[0] ?? 0)
    return { ...head, last: this.#last, ...replay(head, numbered) }
  }

  /** Begins again: what was there is on the server, or dropped. */
  async begin(head: Omit<Head, 'saved' | 'sent' | 'compacted'>, last: number): Promise<void> {
    this.#head = { ...head, saved: last, sent: null, compacted: last }
    this.#last = last
    const transaction = this.#database.transaction(['heads', 'entries'], 'readwrite')
    await Promise.all([
      transaction.objectStore('heads').put(this.#head, this.#key),
      transaction.objectStore('entries').delete(this.#entries()),
      transaction.done,
    ])
  }

  async append(entry: HistoryEntry): Promise<void> {
    await this.#database.put('entries', entry, [this.#key, ++this.#last])
  }

  /** Before a save leaves: should its answer be lost, the next visit knows that it was its own. */
  async markSent(entry: number, revision: number): Promise<void> {
    if (this.#head) await this.#putHead({ ...this.#head, sent: { entry, revision } })
  }

  /** The server has the entries up to `saved`. */
  async mark(change: Pick<Head, 'saved' | 'revision' | 'baseVersion'>, history: History): Promise<void> {
    if (!this.#head) return
    const marked = { ...this.#head, ...change, sent: null }
    if (this.#last - marked.compacted <= MAX_ENTRIES) return this.#putHead(marked)
    // Entries that are on their way are in the history already.
    this.#head = { ...marked, history: history.store(), compacted: this.#last }
    const transaction = this.#database.transaction(['heads', 'entries'], 'readwrite')
    await Promise.all([
      transaction.objectStore('heads').put(this.#head, this.#key),
      transaction.objectStore('entries').delete(this.#entries(this.#last)),
      transaction.done,
    ])
  }

  close(): void {
    this.#database.close()
  }

  async #putHead(head: Head): Promise<void> {
    this.#head = head
    await this.#database.put('heads', head, this.#key)
  }

  #entries(last = Number.MAX_SAFE_INTEGER): IDBKeyRange {
    return IDBKeyRange.bound([this.#key, 0], [this.#key, last])
  }
}

/** The history with its entries, and the designs on the way that a save may have sent. */
function replay({ history: stored, saved, sent, compacted }: Head, entries: readonly [number, HistoryEntry][]) {
  const history = new History(stored)
  const designs = new Map<number, TemplateInput>([[compacted, history.document.design]])
  for (const [number, entry] of entries) {
    history.replay([entry])
    if (number === saved || number === sent?.entry) designs.set(number, history.document.design)
  }
  return { history: history.store(), designAfter: (entry: number) => designs.get(entry) }
}
