export interface CellChange {
  rowId: string
  fieldId: string
  kind: string
  before: unknown
  after: unknown
}

/** Why a cell stayed as it was, and what was wanted of it. */
export interface Fault {
  tried: unknown
  reason: string
}

type ByCell<Value> = ReadonlyMap<string, Readonly<Record<string, Value>>>

/** What is different from what the server last said. */
export interface EditState {
  /** On their way to the server, by row and field. */
  pending: ByCell<unknown>
  faults: ByCell<Fault>
  isSaving: boolean
  undoable: number
  redoable: number
}

function without<Value>(all: ByCell<Value>, cells: readonly CellChange[]): ByCell<Value> {
  const left = new Map(all)
  for (const { rowId, fieldId } of cells) {
    const { [fieldId]: _, ...rest } = left.get(rowId) ?? {}
    if (Object.keys(rest).length === 0) left.delete(rowId)
    else left.set(rowId, rest)
  }
  return left
}

/** `createEditState()` holds what is on its way and what was refused, for all who show it. */
export function createEditState() {
  let state: EditState = { pending: new Map(), faults: new Map(), isSaving: false, undoable: 0, redoable: 0 }
  const listeners = new Set<() => void>()

  function set(change: Partial<EditState>): void {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  return {
    set,
    get: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** As they will be: the server is not asked yet. */
    show(cells: readonly CellChange[]): void {
      const pending = new Map(state.pending)
      for (const { rowId, fieldId, after } of cells)
        pending.set(rowId, { ...pending.get(rowId), [fieldId]: after ?? null })
      set({ pending, faults: without(state.faults, cells) })
    },
    /** The server has answered for these; a cell that was changed again since stays under way. */
    settle(cells: readonly CellChange[]): void {
      const isLast = ({ rowId, fieldId, after }: CellChange) => state.pending.get(rowId)?.[fieldId] === (after ?? null)
      set({ pending: without(state.pending, cells.filter(isLast)) })
    },
    refuse({ rowId, fieldId, after: tried }: CellChange, reason: string): void {
      const ofRow = { ...state.faults.get(rowId), [fieldId]: { tried, reason } }
      set({ faults: new Map(state.faults).set(rowId, ofRow) })
    },
  }
}

export type EditStateStore = ReturnType<typeof createEditState>
