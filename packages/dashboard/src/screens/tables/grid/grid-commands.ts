import { toast } from '#dashboard/api/toast.ts'
import { isTicked, plainText, typedValue } from '#dashboard/parts/cells/cell-value.ts'
import { t } from '#dashboard/strings/tables.ts'
import { type Block, blockText, tiled, widthOf } from './clipboard.ts'
import type { CellChange, EditState } from './edit-state.ts'
import { type Place, type Range, rangeOf, type Selection, sizeOf } from './selection.ts'
import type { FieldJson, RowJson } from './table.ts'
import type { TableEdits } from './table-edits.ts'
import type { GridRows } from './use-grid-rows.ts'

/** What all parts of the grid work on. */
export interface GridModel {
  fields: readonly FieldJson[]
  rows: GridRows
  count: number
  edits: TableEdits
  state: EditState
}

export interface GridCell {
  row: RowJson
  field: FieldJson
}

/** More rows at once would have to be read and sent for too long. */
const mostRows = 5000

/** What was copied last, with values that a text does not hold, such as names of files. */
let copied: { text: string; block: Block<unknown> } | null = null

function tooMany({ top, bottom }: Range): boolean {
  if (bottom - top < mostRows) return false
  toast.failed(t('tables.too_many', { most: mostRows }))
  return true
}

export function shownValue(row: RowJson, field: FieldJson, { pending }: EditState): unknown {
  const waiting = pending.get(row.id)
  return waiting && field.id in waiting ? waiting[field.id] : row.fields[field.name]
}

function changeOf(row: RowJson, field: FieldJson, { after, state }: { after: unknown; state: EditState }): CellChange {
  return {
    rowId: row.id,
    fieldId: field.id,
    kind: field.kind,
    before: shownValue(row, field, state),
    after: after ?? null,
  }
}

const isSame = ({ before, after }: CellChange) => JSON.stringify(before ?? null) === JSON.stringify(after ?? null)

function blockOf({ fields, state }: GridModel, found: readonly (RowJson | undefined)[], { start, end }: Range) {
  const columns = fields.slice(start, end + 1)
  return found.map((row) => columns.map((field) => (row && shownValue(row, field, state)) ?? null))
}

/** Puts values where they belong from a place on; rows that are missing are added. */
async function put(model: GridModel, { row: top, column }: Place, block: Block<unknown>): Promise<void> {
  const { fields, rows, count, edits, state } = model
  const bottom = top + block.length - 1
  const there = top < count ? await rows.read(top, Math.min(bottom, count - 1)) : []
  const columns = fields.slice(column, column + widthOf(block))
  const cells = there.flatMap((row, at) =>
    row === undefined
      ? []
      : columns.flatMap((field, place) => {
          const values = block[at] ?? []
          return place < values.length ? [changeOf(row, field, { after: values[place], state })] : []
        }),
  )
  const missing = block.slice(there.length)
  const cellsOf = (ids: string[]) =>
    ids.flatMap((rowId, at) =>
      columns.flatMap(({ id: fieldId, kind }, place) => {
        const after = missing[at]?.[place] ?? null
        return after === null ? [] : [{ rowId, fieldId, kind, before: null, after }]
      }),
    )
  const changed = cells.filter((cell) => !isSame(cell))
  await edits.change(changed, missing.length > 0 ? { rows: missing.length, cellsOf } : undefined)
}

/** What is done to one cell, or to a row. */
function cellCommands({ fields, rows, edits, state }: GridModel) {
  function cellAt({ row, column }: Place): GridCell | null {
    const [found, field] = [rows.rowAt(row), fields[column]]
    return found && field ? { row: found, field } : null
  }
  function placeOf({ row: { id }, field }: GridCell): Place | null {
    const row = rows.placeOf(id)
    const column = fields.findIndex((one) => one.id === field.id)
    return row === null || column < 0 ? null : { row, column }
  }
  return {
    cellAt,
    placeOf,
    /** The cell as it was read last. */
    newest(cell: GridCell): GridCell {
      const place = placeOf(cell)
      return (place && cellAt(place)) ?? cell
    },
    /** What a cell shows where it is edited: what was refused stays until it is corrected. */
    valueOf({ row, field }: GridCell): unknown {
      const fault = state.faults.get(row.id)?.[field.id]
      return fault ? fault.tried : shownValue(row, field, state)
    },
    /** What was typed or chosen in one cell. */
    async commit({ row, field }: GridCell, after: unknown): Promise<void> {
      const change = changeOf(row, field, { after, state })
      const hasFault = state.faults.get(row.id)?.[field.id] !== undefined
      if (!isSame(change) || hasFault) await edits.change([change])
    },
    async toggle(place: Place): Promise<void> {
      const cell = cellAt(place)
      if (cell === null) return
      const after = !isTicked(shownValue(cell.row, cell.field, state))
      await edits.change([changeOf(cell.row, cell.field, { after, state })])
    },
    /** @returns the id of the new row; undefined when there is none */
    async addRow(): Promise<string | undefined> {
      let added: string | undefined
      const cellsOf = ([id]: string[]) => {
        added = id
        return []
      }
      await edits.change([], { rows: 1, cellsOf })
      return added
    },
  }
}

/** What is done to all that is chosen. */
function blockCommands(model: GridModel) {
  const { fields, rows } = model
  return {
    async clear(selection: Selection): Promise<void> {
      const range = rangeOf(selection)
      if (tooMany(range)) return
      await put(model, { row: range.top, column: range.start }, tiled([[null]], sizeOf(range)))
    },
    /** What is chosen as text; null when rows of it are not there yet: `ready` reads them. */
    copy(selection: Selection): string | null {
      const range = rangeOf(selection)
      const found = Array.from({ length: range.bottom - range.top + 1 }, (_, at) => rows.rowAt(range.top + at))
      if (found.includes(undefined)) return null
      const block = blockOf(model, found, range)
      const text = blockText(block.map((row) => row.map(plainText)))
      copied = { text, block }
      return text
    },
    async ready(selection: Selection): Promise<boolean> {
      const range = rangeOf(selection)
      if (tooMany(range)) return false
      await rows.read(range.top, range.bottom)
      return true
    },
    /** A single cell, or a part of what is chosen, fills all that is chosen. @returns what it covers now */
    async paste(selection: Selection, given: Block, text: string): Promise<Selection> {
      const range = rangeOf(selection)
      const block: Block<unknown> =
        copied?.text === text.replaceAll('\r\n', '\n') ? copied.block : given.map((row) => row.map(typedValue))
      const size = sizeOf(range)
      const width = widthOf(block)
      const isRepeated = size.rows % block.length === 0 && size.columns % width === 0
      const filled = isRepeated ? tiled(block, size) : block
      if (tooMany({ ...range, bottom: range.top + filled.length - 1 })) return selection
      const at = { row: range.top, column: range.start }
      await put(model, at, filled)
      const last = Math.min(fields.length - 1, range.start + (isRepeated ? size.columns : width) - 1)
      return { at, to: { row: range.top + filled.length - 1, column: last } }
    },
    /** Repeats what stands in `from` over all of `to`. */
    async fill(from: Range, to: Range): Promise<void> {
      if (tooMany(to)) return
      const block = blockOf(model, await rows.read(from.top, from.bottom), from)
      await put(model, { row: to.top, column: to.start }, tiled(block, sizeOf(to)))
    },
  }
}

/** `gridCommands()` gives what can be done to the cells of a grid. */
export function gridCommands(model: GridModel) {
  return { ...cellCommands(model), ...blockCommands(model) }
}

export type GridCommands = ReturnType<typeof gridCommands>
