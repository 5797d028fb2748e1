import type { DeletedRecordMode } from '@pictable/model/deleted-records'
import type { FieldRef } from '@pictable/model/field'
import { type Filter, type FilterOf, mapConditions } from '@pictable/model/filter'
import type { MappingEntry, MappingEntryOf, TextEntryOf } from '@pictable/model/mapping'
import type { ActionOutputSettings } from '@pictable/model/output'
import type { OtherTemplate, TemplateByOf } from '@pictable/model/template-by'
import type { AttachmentMode, OutputCells, OutputCellsOf, WriteBack, WriteBackOf } from '@pictable/model/write-back'
import { outputsOf } from '#core/output/outputs-of.ts'
import { pointer } from '#core/pointer.ts'
import type { Action } from './action.ts'

type Optional<Shape> = { [Key in keyof Shape]?: Shape[Key] | undefined }

/** Fields by id or name. Without a mode, the file of an attachment replaces the others. */
export type DraftWriteBack = Optional<
  Omit<WriteBackOf<string>, 'attachment'> & { attachment: { field: string; mode?: AttachmentMode | undefined } }
>

/** null takes a setting away. */
export type DraftOutput = { [Key in keyof ActionOutputSettings]?: ActionOutputSettings[Key] | null | undefined }

/** The cells of one output, by id or name. */
export type DraftCells = Pick<DraftWriteBack, 'url' | 'attachment'>

/** The field by id or name. Default: other values get the template of the output. */
export type DraftTemplateBy = Omit<TemplateByOf<string>, 'otherwise'> & { otherwise?: OtherTemplate | undefined }

/** One of the outputs of an action, as people list them. */
export interface DraftListedOutput {
  name: string
  /** Default: that of the action. */
  templateId?: string | undefined
  /** Which records get another one. */
  templateBy?: DraftTemplateBy | null | undefined
  output: DraftOutput
  /** Absent: the image is written nowhere. */
  writeBack?: DraftCells | null | undefined
}

/** The field by id or name; none: the id of the record. */
export interface DraftStableUrls {
  field?: string | null | undefined
  /** Whether it has a feed. Default: no; in a change, as it is. */
  feed?: boolean | undefined
}

/** An action as people give it: tables, views and fields by id or name. */
export interface ActionDraft {
  title: string
  connectionId: string
  baseId: string
  table: string
  view?: string | null | undefined
  filter?: FilterOf<string> | null | undefined
  templateId: string
  mapping?: Readonly<Record<string, MappingEntryOf<string>>> | undefined
  output?: DraftOutput | undefined
  /** Every output, in place of `output`. */
  outputs?: readonly DraftListedOutput[] | undefined
  /** Whether people list the outputs, which errors then point at. */
  isListed?: boolean | undefined
  writeBack?: DraftWriteBack | null | undefined
  stopAfterFailures?: number | null | undefined
  deletedRecords?: DeletedRecordMode | undefined
  deleteAfterDays?: number | undefined
  fileName?: TextEntryOf<string> | null | undefined
  stableUrls?: DraftStableUrls | null | undefined
}

export type ActionChange = Optional<ActionDraft>

/** Every output of a draft, in order; the only one of a draft without a list has no name. */
export function listedOutputs({ templateId, output = {}, outputs }: ActionDraft): readonly DraftListedOutput[] {
  return outputs ?? [{ name: '', templateId, output }]
}

/** Where a draft says it: what is about the first output is at the action, unless the outputs are listed. */
export function outputPointer({ isListed }: ActionDraft, index: number, ...path: string[]): string {
  if (index > 0 || isListed) return pointer('outputs', index, ...path)
  return pointer(...path)
}

/** The fields by their ids: they may be called otherwise by now. */
function draftText({ text, fields = {} }: TextEntryOf<FieldRef>): TextEntryOf<string> {
  return { text, fields: Object.fromEntries(Object.entries(fields).map(([name, { id }]) => [name, id])) }
}

function draftEntry(entry: MappingEntry): MappingEntryOf<string> {
  if ('value' in entry) return entry
  if ('columns' in entry) return { ...entry, field: entry.field.id, columns: entry.columns.map(({ id }) => id) }
  if ('field' in entry) return { ...entry, field: entry.field.id }
  return draftText(entry)
}

function draftFilter(filter: Filter): FilterOf<string> {
  return mapConditions(filter, ({ field, ...condition }) => ({ field: field.id, ...condition }))
}

function draftCells({ url, attachment }: OutputCells): OutputCellsOf<string> {
  return {
    ...(url && { url: url.id }),
    ...(attachment && { attachment: { field: attachment.field.id, mode: attachment.mode } }),
  }
}

function draftWriteBack(writeBack: WriteBack): DraftWriteBack {
  const { status, error, renderedAt, refillEmpty, ignoreCheck } = writeBack
  return {
    ...draftCells(writeBack),
    status: status?.id,
    error: error?.id,
    renderedAt: renderedAt?.id,
    refillEmpty,
    ignoreCheck,
  }
}

/** The draft that would give this action. */
export function draftOf(action: Action): ActionDraft {
  const { title, connectionId, baseId, tableId, viewId, filter, templateId, mapping, writeBack } = action
  const { stopAfterFailures, deletedRecords, deleteAfterDays, fileName, stableUrls } = action
  const entries = Object.entries(mapping).map(([name, entry]) => [name, draftEntry(entry)] as const)
  return {
    title,
    connectionId,
    baseId,
    table: tableId,
    view: viewId,
    filter: filter && draftFilter(filter),
    templateId,
    mapping: Object.fromEntries(entries),
    writeBack: writeBack && draftWriteBack(writeBack),
    outputs: outputsOf(action).map(({ name, templateId: ofOutput, templateBy, settings, cells }) => ({
      name: name ?? '',
      templateId: ofOutput,
      templateBy: templateBy && { ...templateBy, field: templateBy.field.id },
      output: settings,
      writeBack: draftCells(cells),
    })),
    ...{ stopAfterFailures, deletedRecords, deleteAfterDays },
    fileName: fileName && draftText({ text: fileName.pattern, fields: fileName.fields }),
    stableUrls: stableUrls && { field: stableUrls.field?.id ?? null, feed: action.feedTokenHash !== null },
  }
}

/** The outputs with what a change says of the first one alone. */
function changedOutputs({ outputs = [], writeBack }: ActionDraft, change: ActionChange): readonly DraftListedOutput[] {
  const [first, ...others] = outputs
  if (change.outputs !== undefined || first === undefined) return change.outputs ?? []
  const cells = change.writeBack === undefined ? (writeBack ?? {}) : (change.writeBack ?? {})
  return [
    {
      ...first,
      templateId: change.templateId ?? first.templateId,
      output: { ...first.output, ...defined(change.output ?? {}) },
      ...(change.writeBack !== undefined && { writeBack: { url: cells.url, attachment: cells.attachment } }),
    },
    ...others,
  ]
}

type TextDraft = TextEntryOf<string>

/** The same text again means the same fields, whatever they are called by now. */
const sameText = (before: TextDraft | undefined, now: TextDraft): TextDraft =>
  before?.text === now.text ? { ...before, fields: { ...before.fields, ...now.fields } } : now

function changedMapping({ mapping: before = {} }: ActionDraft, { mapping }: ActionChange): ActionDraft['mapping'] {
  if (mapping === undefined) return before
  const entries = Object.entries(mapping).map(([name, entry]) => {
    const known = Object.hasOwn(before, name) ? before[name] : undefined
    if (!('text' in entry)) return [name, entry] as const
    return [name, sameText(known && 'text' in known ? known : undefined, entry)] as const
  })
  return Object.fromEntries(entries)
}

/** What is not said of them stays: shops read the URL of the feed, and others have the URLs with these keys. */
function changedUrls(
  { stableUrls: before }: ActionDraft,
  { stableUrls }: ActionChange,
): DraftStableUrls | null | undefined {
  if (stableUrls === undefined) return before
  return stableUrls && { ...before, ...defined(stableUrls) }
}

/** The draft with what is given in the change. Without a list of outputs, it is about the first one. */
export function changedDraft(draft: ActionDraft, change: ActionChange): ActionDraft {
  return {
    title: change.title ?? draft.title,
    connectionId: change.connectionId ?? draft.connectionId,
    baseId: change.baseId ?? draft.baseId,
    table: change.table ?? draft.table,
    view: change.view === undefined ? draft.view : change.view,
    filter: change.filter === undefined ? draft.filter : change.filter,
    templateId: change.templateId ?? draft.templateId,
    mapping: changedMapping(draft, change),
    outputs: changedOutputs(draft, change),
    isListed: change.outputs !== undefined,
    writeBack: change.writeBack === undefined ? draft.writeBack : change.writeBack,
    stopAfterFailures: change.stopAfterFailures === undefined ? draft.stopAfterFailures : change.stopAfterFailures,
    deletedRecords: change.deletedRecords ?? draft.deletedRecords,
    deleteAfterDays: change.deleteAfterDays ?? draft.deleteAfterDays,
    fileName:
      change.fileName === undefined
        ? draft.fileName
        : change.fileName && sameText(draft.fileName ?? undefined, change.fileName),
    stableUrls: changedUrls(draft, change),
  }
}

function defined<Shape extends object>(shape: Shape): Partial<Shape>
function defined(shape: object): object {
  return Object.fromEntries(Object.entries(shape).filter(([, value]) => value !== undefined))
}
