import type { FieldKind } from '@pictable/model/field'
import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import type { Base, Field, Page, PatchResult, Source, SourceRecord, TableRef } from '#core/ports/source.ts'
import type { SourceKind } from '#core/ports/sources.ts'
import type { ReadTableFile } from '#core/ports/table-file.ts'
import { InvalidValue } from '#core/table/cell.ts'
import { listed } from '#core/words.ts'
import type { Feed } from './feed/copy-feed.ts'
import type { CopiedRow, Copy } from './feed/copy-file.ts'
import { createDownload } from './feed/download.ts'
import { createFeedCopies, type FeedCopies } from './feed/feed-copies.ts'
import { type FeedSettings, feedSettings, keyOf, shownUrl } from './feed/feed-settings.ts'
import { fileCapabilities, pageMax } from './file/file-capabilities.ts'
import { fieldValueOf, listedValue } from './file/guess-value-kind.ts'
import type { WayOut } from './hosted/hosted-api.ts'

const noWriting = 'Feeds are read-only. Remove the write-back from the action.'
const readOnly: PatchResult = { ok: false, code: 'source_invalid', message: noWriting, retryable: false }
const NO_KEY =
  'No key is set, so records are known by their places: when one is inserted or removed, those behind it change their images, and deleted records are not noticed. Set the key to a field with a unique value in each record.'

const cursorSchema = z.string().regex(/^[0-9a-f]{32}:\d+$/)

/** Where to go on in the copy with that stamp. */
function placeOf(cursor: string | null | undefined): { stamp?: string; n: number } {
  const [stamp, n] = cursorSchema.safeParse(cursor).data?.split(':') ?? []
  return stamp === undefined ? { n: 0 } : { stamp, n: Number(n) }
}

/** The record, with these fields alone. */
function recordOf(
  { id, values }: CopiedRow,
  kinds: ReadonlyMap<string, FieldKind>,
  { fieldIds, decimalComma }: { fieldIds: readonly string[] | undefined; decimalComma: boolean },
): SourceRecord {
  const cells = (fieldIds ?? [...kinds.keys()]).map((name) => {
    const kind = kinds.get(name) ?? 'text'
    const cell = fieldValueOf(kind, listedValue(kind, values[name]), { decimalComma })
    // The kinds were chosen so that every value fits.
    return [name, cell instanceof InvalidValue ? null : cell] as const
  })
  return { id, fields: Object.fromEntries(cells) }
}

/** A field that is not there looks like the end of the list. */
function onlyPage({ next_page: rule, next_field: field = 'next' }: FeedSettings): string[] {
  if (rule !== 'field' && rule !== 'cursor') return []
  return [
    `Pictable read one page only, because "${field}" is empty in it. If the feed has more pages, change the field.`,
  ]
}

function openFeed(copies: FeedCopies, feed: Feed): Source {
  const { url, decimal_comma: decimalComma } = feed.settings
  const key = keyOf(feed.settings)
  const shown = shownUrl(url)
  const base: Base = { id: 'feed', name: new URL(url).host }
  const table = { id: 'feed', name: new URL(url).pathname.split('/').at(-1) || base.name }

  /** Why the feed is not where it was: a caller that then looks for another table gets the reason. */
  let missing: AppError | null = null

  function checkRef({ baseId, tableId }: TableRef): void {
    if (baseId !== base.id) throw new AppError('source_not_found', `There is no base "${baseId}": it is "${base.id}".`)
    if (tableId !== table.id)
      throw new AppError('source_not_found', `There is no table "${tableId}": the feed is "${table.id}".`)
  }

  async function inCopy<Result>(
    asked: Parameters<FeedCopies['open']>[1],
    work: (copy: Copy, kinds: ReadonlyMap<string, FieldKind>) => Result,
  ): Promise<Result> {
    const copy = await copies.open(feed, asked)
    try {
      return work(copy, new Map(copy.about.fields))
    } finally {
      copy.close()
    }
  }

  function refuseGone(fieldIds: readonly string[] | undefined, kinds: ReadonlyMap<string, FieldKind>): void {
    const gone = fieldIds?.find((id) => !kinds.has(id))
    if (gone === undefined) return
    const there = kinds.size === 0 ? 'It has no records.' : `It has: ${listed([...kinds.keys()])}.`
    throw new AppError('source_not_found', `The feed ${shown} no longer has the field "${gone}". ${there}`)
  }

  async function* pages(ref: TableRef, options: Parameters<Source['pages']>[1]): AsyncGenerator<Page> {
    const { viewId, fieldIds, cursor, signal } = options
    signal?.throwIfAborted()
    checkRef(ref)
    if (viewId !== null) throw new AppError('source_not_found', 'Feeds have no views. Remove the view from the action.')
    const { stamp, n: from } = placeOf(cursor)
    const copy = await copies.open(feed, { stamp, signal })
    try {
      const kinds = new Map(copy.about.fields)
      if (stamp !== undefined && copy.about.stamp !== stamp)
        throw new AppError(
          'source_cursor_expired',
          `The feed ${shown} changed while it was read. Run the action again.`,
        )
      refuseGone(fieldIds, kinds)
      for (let n = from; ; ) {
        signal?.throwIfAborted()
        const rows = copy.after(n, pageMax)
        n = rows.at(-1)?.n ?? n
        const isLast = n >= copy.about.count
        const records = rows.map(({ row }) => recordOf(row, kinds, { fieldIds, decimalComma }))
        yield { records, cursor: isLast ? null : `${copy.about.stamp}:${n}` }
        if (isLast) return
      }
    } finally {
      copy.close()
    }
  }

  return {
    capabilities: fileCapabilities(key),
    check: () =>
      inCopy({}, ({ about }) => {
        const empty = about.count === 0 ? [`The feed ${shown} has no records.`] : []
        const onePage = about.pages.length === 1 ? onlyPage(feed.settings) : []
        return { warnings: [...empty, ...onePage, ...(key === undefined ? [NO_KEY] : [])] }
      }),
    listBases: async () => [base],
    async listTables(baseId) {
      checkRef({ baseId, tableId: table.id })
      if (missing !== null) throw missing
      return [table]
    },
    async listViews(ref) {
      checkRef(ref)
      return []
    },
    async listFields(ref) {
      checkRef(ref)
      try {
        return await inCopy({}, (_copy, kinds) => fieldsOf(kinds, key))
      } catch (error) {
        if (error instanceof AppError && error.code === 'source_not_found') missing = error
        throw error
      }
    },
    pages,
    async count(ref) {
      checkRef(ref)
      return inCopy({}, ({ about }) => about.count)
    },
    async getRecords(ref, recordIds, { fieldIds } = {}) {
      checkRef(ref)
      if (recordIds.length === 0) return []
      return inCopy({}, (copy, kinds) => {
        refuseGone(fieldIds, kinds)
        return copy.byIds([...new Set(recordIds)]).map((row) => recordOf(row, kinds, { fieldIds, decimalComma }))
      })
    },
    checkWrite: async (_ref, cells) => cells.map(() => ({ result: 'failed', message: noWriting })),
    async writeBack(ref, patches) {
      checkRef(ref)
      return inCopy({}, (_copy, kinds) => {
        for (const { fields } of patches) refuseGone(Object.keys(fields), kinds)
        return patches.map(() => readOnly)
      })
    },
  }
}

function fieldsOf(kinds: ReadonlyMap<string, FieldKind>, key: string | undefined): Field[] {
  const names = [...kinds.keys()]
  const primary = key ?? names[0]
  return [...kinds].map(([name, kind]) => ({ id: name, name, kind, computed: false, primary: name === primary }))
}

/** `createFeedSource()` reads lists of records that a server offers at a URL. */
export function createFeedSource({
  feedsDir,
  readTableFile,
  ...way
}: WayOut & { feedsDir: string; readTableFile: ReadTableFile }): SourceKind {
  const copies = createFeedCopies(feedsDir)
  return {
    kind: 'feed',
    title: 'Feed by URL',
    summary:
      'A list at a URL, such as a product feed: CSV, TSV, Excel, JSON, XML, RSS, Atom, Google Merchant or Shopify. It is read again when it has changed.',
    verification: 'Tested against a fake server in every build',
    settings: feedSettings,
    open(given, connectionId, onHeld) {
      const settings = feedSettings.parse(given)
      const download = createDownload(way, settings, { connectionId, onHeld })
      return openFeed(copies, { connectionId, settings, download, readTableFile })
    },
  }
}
