import { z } from 'zod'
import type { Attachment } from '#core/ports/source.ts'
import { formFile } from '#sources/hosted/form-file.ts'
import type { NocoField, NocoTable } from './noco-table.ts'
import type { NocoApi } from './nocodb-api.ts'
import { askById } from './read-records.ts'
import { filesIn, type NocoFile } from './read-value.ts'
import { NocoError } from './refusal.ts'

/** What NocoDB keeps of a file; everything else that it answers is made anew at every read. */
const kept = ['id', 'url', 'path', 'title', 'mimetype', 'size', 'icon', 'width', 'height']

const bare = (file: NocoFile): NocoFile => ({
  title: file.title,
  ...Object.fromEntries(Object.entries(file).filter(([name, value]) => kept.includes(name) && value != null)),
})

const stored = z.array(z.looseObject({ title: z.string() }))

/** What NocoDB takes in one request, which it fetches one after the other while we wait. */
const fetchedAtOnce = 10

/** The files in these fields of these records now, by record id and field id. Records that are gone are left out. */
export async function readFiles(
  api: NocoApi,
  table: NocoTable,
  { ids, fields }: { ids: readonly string[]; fields: readonly NocoField[] },
): Promise<Map<string, Map<string, NocoFile[]>>> {
  const found = new Map<string, Map<string, NocoFile[]>>()
  if (fields.length === 0) return found
  for (const { id, fields: cells } of await askById(api, table, { ids, fields })) {
    found.set(String(id), new Map(fields.map((field) => [field.id, filesIn(cells[field.name]).map(bare)])))
  }
  return found
}

/** Puts bytes into the storage of NocoDB: they belong to no record until they are written into one. */
export async function storeBytes(
  api: NocoApi,
  file: { filename: string; contentType: string; bytes: Uint8Array },
): Promise<NocoFile[]> {
  const raw = await formFile('file', file)
  return (await api.send('POST', '/api/v2/storage/upload', { raw, answer: stored })).map(bare)
}

async function fetchFiles(api: NocoApi, files: readonly Attachment[]): Promise<NocoFile[]> {
  const body = files.map(({ url, filename }) => ({ url, fileName: filename }))
  const answer = stored.length(files.length)
  return (await api.send('POST', '/api/v2/storage/upload-by-url', { body, answer })).map(bare)
}

const isForAll = ({ code }: NocoError) => code !== 'source_unavailable' && code !== 'source_invalid'

function unfetched({ url }: Attachment): string {
  const host = URL.canParse(url) ? new URL(url).host : url
  return `NocoDB could not fetch the image from ${host}. It fetches nothing from private networks. Set PICTABLE_PUBLIC_URL to a URL that NocoDB can reach.`
}

/**
 * Lets NocoDB fetch files into its storage. NocoDB tells only that one of them failed, so those of a request that failed
 * are fetched one by one.
 * @returns for each file what was stored, or why it was not
 */
export async function storeByUrl(
  api: NocoApi,
  files: readonly Attachment[],
  atOnce = fetchedAtOnce,
): Promise<(NocoFile | string)[]> {
  const results: (NocoFile | string)[] = []
  for (let from = 0; from < files.length; from += atOnce) {
    const some = files.slice(from, from + atOnce)
    try {
      results.push(...(await fetchFiles(api, some)))
    } catch (error) {
      if (!(error instanceof NocoError) || isForAll(error)) throw error
      results.push(...(some.length === 1 ? some.map(unfetched) : await storeByUrl(api, some, 1)))
    }
  }
  return results
}
