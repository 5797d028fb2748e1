import type { TemplateValue } from '#core/ports/renderer.ts'
import type { Action, MappingEntry, OutputSettings } from './action.ts'

type Optional<Shape> = { [Key in keyof Shape]?: Shape[Key] | undefined }

/** What a bound name is to be filled from, the field by its id or name. */
export type DraftEntry = { field: string } | { value: TemplateValue }

/** Fields by id or name. */
export type DraftWriteBack = Optional<Record<'url' | 'status' | 'error' | 'renderedAt', string>>

/** An action as people give it: tables, views and fields by id or name. */
export interface ActionDraft {
  title: string
  connectionId: string
  baseId: string
  table: string
  view?: string | null | undefined
  templateId: string
  mapping?: Readonly<Record<string, DraftEntry>> | undefined
  output?: Optional<OutputSettings> | undefined
  writeBack?: DraftWriteBack | null | undefined
}

export type ActionChange = Optional<ActionDraft>

function draftEntry(entry: MappingEntry): DraftEntry {
  return 'value' in entry ? entry : { field: entry.field.id }
}

/** The draft that would give this action. */
export function draftOf(action: Action): ActionDraft {
  const { title, connectionId, baseId, tableId, viewId, templateId, mapping, output, writeBack } = action
  const entries = Object.entries(mapping).map(([name, entry]) => [name, draftEntry(entry)] as const)
  return {
    title,
    connectionId,
    baseId,
    table: tableId,
    view: viewId,
    templateId,
    mapping: Object.fromEntries(entries),
    output,
    writeBack: writeBack && {
      url: writeBack.url?.id,
      status: writeBack.status?.id,
      error: writeBack.error?.id,
      renderedAt: writeBack.renderedAt?.id,
    },
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
    templateId: change.templateId ?? draft.templateId,
    mapping: change.mapping ?? draft.mapping,
    output: { ...draft.output, ...defined(change.output ?? {}) },
    writeBack: change.writeBack === undefined ? draft.writeBack : change.writeBack,
  }
}

function defined<Shape extends object>(shape: Shape): Partial<Shape>
function defined(shape: object): object {
  return Object.fromEntries(Object.entries(shape).filter(([, value]) => value !== undefined))
}
