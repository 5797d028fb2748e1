import { type Filter, type FilterOf, mapConditions } from '@pictable/model/filter'
import type { MappingEntry, MappingEntryOf } from '@pictable/model/mapping'
import type { OutputSettings } from '@pictable/model/output'
import type { AttachmentMode, WriteBack, WriteBackOf } from '@pictable/model/write-back'
import type { Action } from './action.ts'

type Optional<Shape> = { [Key in keyof Shape]?: Shape[Key] | undefined }

/** Fields by id or name. Without a mode, the file of an attachment replaces the others. */
export type DraftWriteBack = Optional<
  Omit<WriteBackOf<string>, 'attachment'> & { attachment: { field: string; mode?: AttachmentMode | undefined } }
>

/** null takes a setting away. */
export type DraftOutput = { [Key in keyof OutputSettings]?: OutputSettings[Key] | null | undefined }

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
  writeBack?: DraftWriteBack | null | undefined
  stopAfterFailures?: number | null | undefined
}

export type ActionChange = Optional<ActionDraft>

function draftEntry(entry: MappingEntry): MappingEntryOf<string> {
  return 'value' in entry ? entry : { field: entry.field.id }
}

function draftFilter(filter: Filter): FilterOf<string> {
  return mapConditions(filter, ({ field, ...condition }) => ({ field: field.id, ...condition }))
}

function draftWriteBack({ url, attachment, status, error, renderedAt, refillEmpty }: WriteBack): DraftWriteBack {
  return {
    url: url?.id,
    attachment: attachment && { field: attachment.field.id, mode: attachment.mode },
    status: status?.id,
    error: error?.id,
    renderedAt: renderedAt?.id,
    refillEmpty,
  }
}

/** The draft that would give this action. */
export function draftOf(action: Action): ActionDraft {
  const { title, connectionId, baseId, tableId, viewId, filter, templateId, mapping, output, writeBack } = action
  const { stopAfterFailures } = action
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
    output,
    writeBack: writeBack && draftWriteBack(writeBack),
    stopAfterFailures,
  }
}

/** The draft with what is given in the change. */
export function changedDraft(draft: ActionDraft, change: ActionChange): ActionDraft {
  return {
    title: change.title ?? draft.title,
    connectionId: change.connectionId ?? draft.connectionId,
    baseId: change.baseId ?? draft.baseId,
    table: change.table ?? draft.table,
    view: change.view === undefined ? draft.view : change.view,
    filter: change.filter === undefined ? draft.filter : change.filter,
    templateId: change.templateId ?? draft.templateId,
    mapping: change.mapping ?? draft.mapping,
    output: { ...draft.output, ...defined(change.output ?? {}) },
    writeBack: change.writeBack === undefined ? draft.writeBack : change.writeBack,
    stopAfterFailures: change.stopAfterFailures === undefined ? draft.stopAfterFailures : change.stopAfterFailures,
  }
}

function defined<Shape extends object>(shape: Shape): Partial<Shape>
function defined(shape: object): object {
  return Object.fromEntries(Object.entries(shape).filter(([, value]) => value !== undefined))
}
