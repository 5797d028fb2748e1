import type { FieldKind, FieldRef } from '@pictable/model/field'
import type { FileNamePattern } from '@pictable/model/file-name'
import type { StableUrls } from '@pictable/model/stable-urls'
import type { OutputCells, WriteBack } from '@pictable/model/write-back'
import { pointer } from '#core/pointer.ts'
import type { Field, Source } from '#core/ports/source.ts'
import { type Binding, fieldsOf } from '#core/run/map-record.ts'
import { listed } from '#core/words.ts'
import { type ActionDraft, type DraftCells, type DraftWriteBack, listedOutputs, outputPointer } from './action-draft.ts'
import { attachmentWay, type PublicAddress } from './attachment-way.ts'
import { findFieldOr, type Present } from './find-field.ts'

const textKinds: readonly FieldKind[] = ['text', 'rich_text', 'unknown']

const targets = [
  { key: 'url', path: ['url'], kinds: [...textKinds, 'url'] },
  { key: 'attachment', path: ['attachment', 'field'], kinds: ['attachments'] },
  { key: 'status', path: ['status'], kinds: [...textKinds, 'single_select'] },
  { key: 'error', path: ['error'], kinds: textKinds },
  { key: 'renderedAt', path: ['rendered_at'], kinds: [...textKinds, 'date_time'] },
] as const satisfies readonly { key: keyof WriteBack; path: readonly string[]; kinds: readonly FieldKind[] }[]

type Target = (typeof targets)[number]

/** Those of every output; the others are of the record. */
const cellTargets = targets.filter(({ key }) => key === 'url' || key === 'attachment')

/** What can be written into the field, as the API names it. */
export function writableAs({ kind, computed }: Field): string[] {
  if (computed) return []
  const fitting = targets.filter(({ kinds }: { kinds: readonly FieldKind[] }) => kinds.includes(kind))
  return fitting.map(({ path }) => path[0])
}

/** What is taken: by what the action reads, and by what is written; a field to which files are appended takes those of several outputs. */
interface Taken {
  /** By id of the field: what it is for. */
  read: ReadonlyMap<string, string>
  written: Map<string, 'append' | 'other'>
}

/** Why the field cannot take what we write, or null. */
function rejection(
  field: Field,
  { kinds, isAppended }: { kinds: readonly FieldKind[]; isAppended: boolean },
  taken: Taken,
) {
  if (field.computed) return `The table computes the field "${field.name}". Choose another one.`
  if (!kinds.includes(field.kind)) {
    const words = listed(kinds.filter((kind) => kind !== 'unknown').map((kind) => kind.replace('_', ' ')))
    return `The field "${field.name}" contains ${field.kind.replace('_', ' ')} values. Choose one of these kinds: ${words}.`
  }
  const purpose = taken.read.get(field.id)
  if (purpose !== undefined)
    return `The field "${field.name}" ${purpose}, so writing to it would overwrite what the action reads. Choose another one.`
  const use = taken.written.get(field.id)
  if (use === undefined || (isAppended && use === 'append')) return null
  const cure = isAppended ? 'Choose another one, or append the files of every output.' : 'Choose another one.'
  return `The field "${field.name}" is written twice. ${cure}`
}

type Found = Partial<Record<Target['key'], FieldRef>>

function findTargets(
  draft: DraftWriteBack,
  {
    targets: some,
    at,
    taken,
    present,
  }: { targets: readonly Target[]; at: (path: readonly string[]) => string; taken: Taken; present: Present },
): Found {
  const found: Found = {}
  const isAppended = draft.attachment?.mode === 'append'
  for (const { key, path, kinds } of some) {
    const name = key === 'attachment' ? draft.attachment?.field : draft[key]
    const field = name === undefined ? undefined : findFieldOr(present, name, at(path))
    if (field === undefined) continue
    const appends = key === 'attachment' && isAppended
    const detail = rejection(field, { kinds, isAppended: appends }, taken)
    if (detail !== null) present.errors.push({ pointer: at(path), detail })
    taken.written.set(field.id, appends ? 'append' : 'other')
    found[key] = { id: field.id, name: field.name }
  }
  return found
}

const cellsOf = ({ url, attachment }: Found, draft: DraftCells): OutputCells => ({
  ...(url && { url }),
  ...(attachment && { attachment: { field: attachment, mode: draft.attachment?.mode ?? 'replace' } }),
})

/**
 * The fields to write into, of the record with its first output and of each output; null when there are none. Fields that
 * the action reads are refused: no run can trigger itself, or overwrite the keys of its records. A filter may read them:
 * "the status is not completed".
 */
export function resolveWriteBack(
  draft: ActionDraft,
  present: Present & {
    world: PublicAddress
    source: Source
    bindings: readonly Binding[]
    /** That choose the template of an output. */
    choosing: readonly FieldRef[]
    fileName: FileNamePattern | null
    stableUrls: StableUrls | null
  },
): { writeBack: WriteBack | null; cells: readonly (OutputCells | null)[] } {
  const { world, source, bindings, choosing, fileName, stableUrls, errors } = present
  const read = new Map([
    ...Object.values(fileName?.fields ?? {}).map(({ id }) => [id, 'is part of the file name'] as const),
    ...(stableUrls?.field ? [[stableUrls.field.id, 'is the key of the stable URLs'] as const] : []),
    ...choosing.map(({ id }) => [id, 'chooses the template'] as const),
    ...bindings.flatMap((binding) => fieldsOf(binding).map(({ id }) => [id, 'is mapped to the template'] as const)),
  ])
  const taken: Taken = { read, written: new Map() }
  const cells: (OutputCells | null)[] = []
  const [first, ...others] = listedOutputs(draft)
  // The cells of an image are said in the list, or in `writeBack` where there is no list.
  const isFirstListed = draft.isListed === true
  const ofRecord: DraftWriteBack = {
    ...draft.writeBack,
    ...(isFirstListed && { url: undefined, attachment: undefined }),
  }
  const whole = { ...ofRecord, ...(isFirstListed && first?.writeBack) }
  const at = (path: readonly string[]) => {
    const isCell = path[0] === 'url' || path[0] === 'attachment'
    return isCell && isFirstListed ? outputPointer(draft, 0, 'write_back', ...path) : pointer('write_back', ...path)
  }
  const found = findTargets(whole, { targets, at, taken, present })
  const { url: _url, attachment: _attachment, ...fields } = found
  const writeBack = {
    ...cellsOf(found, whole),
    ...fields,
    ...(whole.refillEmpty && { refillEmpty: true }),
    ...(whole.ignoreCheck && { ignoreCheck: true }),
  }
  cells.push(cellsOf(found, whole))
  for (const [index, { writeBack: wanted }] of others.entries()) {
    const ofOutput = (path: readonly string[]) => outputPointer(draft, index + 1, 'write_back', ...path)
    const foundCells = findTargets(wanted ?? {}, { targets: cellTargets, at: ofOutput, taken, present })
    cells.push(Object.keys(foundCells).length === 0 ? null : cellsOf(foundCells, wanted ?? {}))
  }
  if (taken.written.size === 0) return { writeBack: null, cells }
  if (source.capabilities.write === null)
    errors.push({ pointer: '/write_back', detail: 'This table is read-only. Remove the write-back.' })
  const withFile = cells.findIndex((each) => each?.attachment !== undefined)
  const way = withFile < 0 ? null : attachmentWay(source.capabilities, world)
  if (way && 'problem' in way) {
    const place = withFile === 0 ? at(['attachment']) : outputPointer(draft, withFile, 'write_back', 'attachment')
    errors.push({ pointer: place, detail: way.problem })
  }
  const isAny = Object.keys(found).length > 0 || whole.refillEmpty || whole.ignoreCheck
  return { writeBack: isAny ? writeBack : null, cells }
}
