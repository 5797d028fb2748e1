import { rename, rm, stat } from 'node:fs/promises'
import { AppError } from '#core/errors.ts'
import type { ReadTableFile } from '#core/ports/table-file.ts'
import { readingOf } from '#sources/file/reading.ts'
import { invalid } from '#sources/table-file/grid.ts'
import { type About, type CopyWriter, createCopyWriter } from './copy-file.ts'
import { createPageCopier, type PageCopier } from './copy-pages.ts'
import { detectFormat } from './detect-format.ts'
import type { Download, Downloaded } from './download.ts'
import { readerOf } from './feed-rows.ts'
import { type FeedSettings, keyOf, shownUrl } from './feed-settings.ts'
import { firstUrl, followsLinks, linkedIn, nextUrl, type ReadPage, valuesFor } from './next-page.ts'
import { unpack } from './unpack.ts'

const mostPages = 10_000

export interface Feed {
  connectionId: string
  settings: FeedSettings
  download: Download
  readTableFile: ReadTableFile
}

interface Work {
  /** The copy as it was, whose pages may be unchanged. */
  about: About | undefined
  /** The file that each page is downloaded to. */
  saveTo: string
  signal: AbortSignal | undefined
}

interface CopyWork extends Omit<Work, 'saveTo'> {
  /** Where the copy is stored when it is complete. */
  copyPath: string
  /** Start of the names of files of this work alone. */
  ownPath: string
}

type Known = About['pages'][number]

/** Names the page, where there are several. */
function inPage(url: string, error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'invalid_request') return error
  return new AppError('source_invalid', `${shownUrl(url)}: ${error.message}`, { cause: error })
}

/** A page that is asked for without condition. */
async function downloadPage({ download }: Feed, url: string, { saveTo, signal }: Pick<Work, 'saveTo' | 'signal'>) {
  const page = await download(url, { saveTo, signal })
  if (page === null) throw new Error('A page that was asked for without condition is there.')
  return page
}

/** A page that a server adds behind the last one may change nothing of that but its header `Link`. */
async function hasChanged(feed: Feed, known: Known, { about, ...work }: Work): Promise<boolean> {
  const isLast = known === about?.pages.at(-1)
  if (!isLast || !followsLinks(feed.settings)) return (await feed.download(known.url, { ...work, known })) !== null
  const page = await downloadPage(feed, known.url, work)
  return linkedIn(page.link) !== null || page.etag === undefined || page.etag !== known.etag
}

/** The first page, if any page of the feed has changed; null if none has. */
async function firstIfChanged(feed: Feed, work: Work): Promise<Downloaded | null> {
  const [first, ...others] = work.about?.pages ?? []
  const url = firstUrl(feed.settings)
  const downloaded = await feed.download(url, { ...work, known: first })
  if (downloaded !== null) return downloaded
  for (const known of others) if (await hasChanged(feed, known, work)) return downloadPage(feed, url, work)
  return null
}

/** @throws AppError `invalid_request` when the rule leads in a circle */
function refuseRepeated(number: number, earlier: number | undefined, what: string): void {
  if (earlier === undefined) return
  throw invalid(
    `Page ${number} ${what} page ${earlier}, so the rule for the next page does not move on. Check the next page in the connection.`,
  )
}

interface PageOfFeed {
  page: Downloaded
  url: string
  number: number
}

const charsetOf = (contentType: string) => /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(contentType)?.[1]

/** Reads one page from its file into the copy. */
async function readPage(
  { settings, readTableFile }: Feed,
  copier: PageCopier,
  { page, url, path, number }: PageOfFeed & { path: string },
): Promise<ReadPage & { digest: string }> {
  const isBehindLast = number > 1 && (await stat(path)).size === 0
  if (isBehindLast) return { url, link: page.link, values: new Map(), count: 0, digest: '' }
  const format = await detectFormat(settings, { ...page, path, asked: url })
  const { records, url: feedUrl } = settings
  const reading = { ...readingOf(settings, readTableFile), charset: charsetOf(page.contentType) }
  const reader = readerOf(format, { records, wanted: valuesFor(settings), url: feedUrl, reading })
  const { count, digest } = await copier.copy({ path, reader, number })
  return { url, link: page.link, values: reader.values, count, digest }
}

/** Reads all pages into the copy. */
async function copyAll(
  feed: Feed,
  first: Downloaded,
  { writer, ...work }: Work & { writer: CopyWriter },
): Promise<void> {
  const { settings } = feed
  const copier = createPageCopier(writer, {
    key: keyOf(settings),
    decimalComma: settings.decimal_comma,
    signal: work.signal,
  })
  const pages: Known[] = []
  const numbersByUrl = new Map<string, number>()
  const numbersByDigest = new Map<string, number>()

  /** Where the page leads. @throws AppError `invalid_request` when the rule leads in a circle */
  async function copyPage({ page, url, number }: PageOfFeed): Promise<string | null> {
    await unpack(work.saveTo, work)
    const read = await readPage(feed, copier, { page, url, number, path: work.saveTo })
    pages.push({ url, etag: page.etag, lastModified: page.lastModified })
    if (read.count > 0) refuseRepeated(number, numbersByDigest.get(read.digest), 'has the same records as')
    numbersByUrl.set(url, number)
    numbersByDigest.set(read.digest, number)
    const next = nextUrl(settings, read)
    if (next !== null) refuseRepeated(number, numbersByUrl.get(next), 'continues with')
    if (number === mostPages) throw invalid(`The feed has more than ${mostPages} pages. Ask for larger pages.`)
    return next
  }

  let at: PageOfFeed | null = { page: first, url: firstUrl(settings), number: 1 }
  while (at !== null) {
    const { url, number }: PageOfFeed = at
    const next: string | null = await copyPage(at).catch((error: unknown) => {
      throw inPage(url, error)
    })
    at = next === null ? null : { page: await downloadPage(feed, next, work), url: next, number: number + 1 }
  }
  writer.finish({ fields: copier.fields(), pages })
}

/** `copyFeed()` puts a new copy of a feed in the place of the old one, if the feed has changed. @throws AppError `source_…` */
export async function copyFeed(feed: Feed, { ownPath, copyPath, ...given }: CopyWork): Promise<void> {
  const work = { ...given, saveTo: `${ownPath}.download` }
  const unfinished = `${ownPath}.unfinished`
  try {
    const first = await firstIfChanged(feed, work)
    if (first === null) return
    const writer = createCopyWriter(unfinished)
    try {
      await copyAll(feed, first, { ...work, writer })
    } finally {
      writer.close()
    }
    await rename(unfinished, copyPath)
  } finally {
    await Promise.all([work.saveTo, unfinished].map((path) => rm(path, { force: true })))
  }
}
