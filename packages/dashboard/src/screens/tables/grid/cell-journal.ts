import * as v from 'valibot'
import { kept } from '#dashboard/api/kept.ts'
import { parsedJson } from '#dashboard/api/parsed-json.ts'
import { personal } from '#dashboard/api/personal.ts'
import type { CellChange } from './edit-state.ts'

const keptShape = v.object({
  at: v.string(),
  cells: v.array(
    v.object({
      rowId: v.string(),
      fieldId: v.string(),
      kind: v.string(),
      before: v.optional(v.unknown(), null),
      after: v.optional(v.unknown(), null),
    }),
  ),
})

/** Edits that an earlier visit could not save. */
export interface KeptEdits {
  /** When the last of them was made. */
  at: string
  cells: readonly CellChange[]
}

/** Of this page load: what is kept under it belongs to a tab that is still open. */
const tab = Math.random().toString(36).slice(2)
/** Only pages served over HTTPS, or by the machine itself, have them. */
const locks = 'locks' in navigator ? navigator.locks : undefined
let isHeld = false

/** Held as long as the tab lives, also when it crashes. */
function holdTab(): void {
  if (isHeld) return
  isHeld = true
  locks?.request(`pictable.tab.${tab}`, () => new Promise(() => {})).catch(() => {})
}

async function openTabs(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await locks?.query()) ?? {}
  return new Set([tab, ...held.map(({ name = '' }) => name.replace('pictable.tab.', ''))])
}

const prefixOf = (tableId: string) => personal(`cells.${tableId}.`)
const readKept = (key: string) => v.parse(v.fallback(v.optional(keptShape), undefined), parsedJson(kept.get(key) ?? ''))

/** The edits of a table that closed tabs left unsaved, oldest first; null when there are none. */
export async function keptEdits(tableId: string): Promise<KeptEdits | null> {
  const prefix = prefixOf(tableId)
  const open = await openTabs()
  const left = kept.keys().filter((key) => key.startsWith(prefix) && !open.has(key.slice(prefix.length)))
  const found = left.flatMap((key) => readKept(key) ?? []).toSorted((one, other) => (one.at < other.at ? -1 : 1))
  const last = found.at(-1)
  return last === undefined ? null : { at: last.at, cells: found.flatMap(({ cells }) => cells) }
}

/** Forgets what closed tabs left. */
export async function dropKeptEdits(tableId: string): Promise<void> {
  const prefix = prefixOf(tableId)
  const open = await openTabs()
  for (const key of kept.keys()) if (key.startsWith(prefix) && !open.has(key.slice(prefix.length))) kept.set(key, null)
}

/** `createCellJournal()` keeps the edits of a table in this browser until the server has answered for them. */
export function createCellJournal(tableId: string) {
  const key = prefixOf(tableId) + tab
  const unsaved = new Map<string, CellChange>()
  const placeOf = ({ rowId, fieldId }: CellChange) => `${rowId} ${fieldId}`

  function store(): void {
    if (unsaved.size === 0) {
      kept.set(key, null)
      return
    }
    holdTab()
    // Where there is no room for it, the question before the tab is closed is left.
    kept.set(key, JSON.stringify({ at: new Date().toISOString(), cells: [...unsaved.values()] }))
  }

  return {
    add(cells: readonly CellChange[]): void {
      for (const cell of cells) unsaved.set(placeOf(cell), cell)
      store()
    },
    /** A cell that was changed again since stays. */
    remove(cells: readonly CellChange[]): void {
      for (const cell of cells) if (unsaved.get(placeOf(cell))?.after === cell.after) unsaved.delete(placeOf(cell))
      store()
    },
  }
}

export type CellJournal = ReturnType<typeof createCellJournal>
