import type { Attachment, FieldValue, Patch, PatchResult, TableRef } from '#core/ports/source.ts'
import { wait } from '#core/run/attempt.ts'
import { explained } from './explain.ts'
import { patchRecords } from './patch-records.ts'
import { type Reader, readRecords } from './read-records.ts'
import { type AirtableAttachment, attachmentsIn } from './values.ts'

/** A cell of files that gets new ones, and what is in it now. */
interface FileCell {
  fieldId: string
  wanted: readonly Attachment[]
  present: readonly AirtableAttachment[]
  isAppend: boolean
}

type Item = Exclude<FieldValue, null | string | number | boolean | { json: unknown }>[number]

const isFile = (item: Item): item is Attachment => typeof item === 'object' && 'url' in item

/** New files among the value, to be fetched by Airtable from their addresses. */
function newFiles(value: FieldValue): Attachment[] {
  return Array.isArray(value) ? value.filter(isFile).filter(({ id }) => id === undefined) : []
}

const kept = (files: readonly AirtableAttachment[]): Attachment[] =>
  files.map(({ id, url, filename }) => ({ id, url, filename }))

/** The files in these fields of the records, by record and field. */
async function readFiles(
  reader: Reader,
  ref: TableRef,
  { recordIds, fieldIds }: { recordIds: readonly string[]; fieldIds: readonly string[] },
): Promise<(recordId: string, fieldId: string) => AirtableAttachment[]> {
  try {
    const records = await readRecords(reader, ref, { recordIds, fields: fieldIds })
    const byId = new Map(records.map(({ id, fields }) => [id, fields]))
    return (recordId, fieldId) => attachmentsIn(byId.get(recordId)?.[fieldId])
  } catch (error) {
    throw await explained(error, reader.schema, { ref, viewId: null, fieldIds, doing: 'read' })
  }
}

/** Cells that get new files, of all patches, each with what is in it. */
async function fileCellsOf(reader: Reader, ref: TableRef, patches: readonly Patch[]): Promise<Map<Patch, FileCell[]>> {
  const wanted = new Map<Patch, { fieldId: string; wanted: Attachment[] }[]>()
  for (const patch of patches) {
    const cells = Object.entries(patch.fields).map(([fieldId, value]) => ({ fieldId, wanted: newFiles(value) }))
    const withFiles = cells.filter((cell) => cell.wanted.length > 0)
    if (withFiles.length > 0) wanted.set(patch, withFiles)
  }
  if (wanted.size === 0) return new Map()
  const recordIds = [...wanted.keys()].map(({ recordId }) => recordId)
  const fieldIds = [...new Set([...wanted.values()].flat().map(({ fieldId }) => fieldId))]
  const filesIn = await readFiles(reader, ref, { recordIds, fieldIds })
  return new Map(
    [...wanted].map(([patch, cells]) => [
      patch,
      cells.map((cell) => ({
        ...cell,
        present: filesIn(patch.recordId, cell.fieldId),
        isAppend: patch.append?.includes(cell.fieldId) ?? false,
      })),
    ]),
  )
}

/** What is in the cell stays, and what is not there yet is added: a repeat adds nothing, and nothing is lost. */
function withNewFiles(patch: Patch, cells: readonly FileCell[]): Patch {
  const values = cells.map(({ fieldId, wanted, present }) => {
    const fresh = wanted.filter(({ filename }) => !present.some((file) => file.filename === filename))
    return [fieldId, [...kept(present), ...fresh]] as const
  })
  return { recordId: patch.recordId, fields: { ...patch.fields, ...Object.fromEntries(values) } }
}

/** New files that take the place of others. */
interface Replacing {
  /** Of the patch among all. */
  index: number
  recordId: string
  cell: FileCell
}

const isWanted =
  ({ wanted }: FileCell) =>
  ({ filename }: AirtableAttachment) =>
    wanted.some((file) => file.filename === filename)

/** Waits between looks whether Airtable has fetched the new files. */
const looksMs = [0, 500, 1000, 2000, 4000, 8000]

const notFetched: PatchResult = {
  ok: false,
  code: 'source_unavailable',
  message:
    'Airtable has not fetched the image yet. The previous files of the field are unchanged. Airtable must be able to reach Pictable from the internet (PICTABLE_PUBLIC_URL).',
  retryable: true,
}

const refused: PatchResult = {
  ok: false,
  code: 'source_invalid',
  message:
    'Airtable could not fetch the image from its URL. The previous files of the field are unchanged. Airtable must be able to reach Pictable from the internet (PICTABLE_PUBLIC_URL); otherwise let the action upload the images.',
  retryable: false,
}

/** Where the new files are in their cells: `waiting` while Airtable still fetches one. */
function arrivalOf(
  { cell }: Replacing,
  now: readonly AirtableAttachment[],
): 'waiting' | 'lost' | readonly AirtableAttachment[] {
  const arrived = now.filter(isWanted(cell))
  if (arrived.length < cell.wanted.length) return 'lost'
  return arrived.some(({ size }) => size === undefined) ? 'waiting' : arrived
}

/** Takes the former files away where the new ones are there. @returns why not, by the index of the patch */
async function takeFormerAway(
  reader: Reader,
  ref: TableRef,
  replacing: readonly Replacing[],
): Promise<Map<number, PatchResult>> {
  const failed = new Map<number, PatchResult>()
  const tidied = new Map<number, Patch>()
  let waiting = replacing
  for (const lookMs of looksMs) {
    if (waiting.length === 0) break
    await wait(lookMs, new AbortController().signal)
    const recordIds = waiting.map(({ recordId }) => recordId)
    const fieldIds = [...new Set(waiting.map(({ cell }) => cell.fieldId))]
    const filesIn = await readFiles(reader, ref, { recordIds, fieldIds })
    waiting = waiting.filter((item) => {
      const { index, recordId, cell } = item
      const arrival = arrivalOf(item, filesIn(recordId, cell.fieldId))
      if (arrival === 'waiting') return true
      if (arrival === 'lost') failed.set(index, refused)
      else tidied.set(index, { recordId, fields: { ...tidied.get(index)?.fields, [cell.fieldId]: kept(arrival) } })
      return false
    })
  }
  for (const { index } of waiting) failed.set(index, notFetched)
  const results = await patchRecords(reader, ref, [...tidied.values()])
  for (const [place, index] of [...tidied.keys()].entries()) {
    const result = results[place]
    if (result?.ok === false) failed.set(index, result)
  }
  return failed
}

/**
 * Writes patches. Airtable fetches files by their addresses only after it has answered, and may fail: so what is in a cell
 * is taken away only when what replaces it is there.
 */
export async function writeBack(reader: Reader, ref: TableRef, patches: readonly Patch[]): Promise<PatchResult[]> {
  const cells = await fileCellsOf(reader, ref, patches)
  const filled = patches.map((patch) => withNewFiles(patch, cells.get(patch) ?? []))
  const results = await patchRecords(reader, ref, filled)
  const replacing = patches.flatMap((patch, index) => {
    if (results[index]?.ok !== true) return []
    const full = (cells.get(patch) ?? []).filter((cell) => !cell.isAppend && !cell.present.every(isWanted(cell)))
    return full.map((cell) => ({ index, recordId: patch.recordId, cell }))
  })
  if (replacing.length === 0) return results
  const failed = await takeFormerAway(reader, ref, replacing)
  return results.map((result, index) => failed.get(index) ?? result)
}
