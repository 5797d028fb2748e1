import type { QueryClient } from '@tanstack/react-query'
import { errorWords } from '#dashboard/api/error-words.ts'
import { toast } from '#dashboard/api/toast.ts'
import { createCellJournal } from './cell-journal.ts'
import { type CellChange, createEditState } from './edit-state.ts'
import { createEditSteps, type EditStep } from './edit-steps.ts'
import { createRowWrites } from './row-writes.ts'

/** One after the other, so that the last change of a cell is the last that the server hears. */
function createLine(note: (isBusy: boolean) => void) {
  let last: Promise<unknown> = Promise.resolve()
  let underWay = 0
  /** @returns whether it worked */
  return (work: () => Promise<void>): Promise<boolean> => {
    underWay++
    note(true)
    const turn = last
      .then(work)
      .then(() => true)
      .catch((error: unknown) => {
        toast.failed(errorWords(error))
        return false
      })
      .finally(() => {
        underWay--
        note(underWay > 0)
      })
    last = turn
    return turn
  }
}

/**
 * `createTableEdits()` changes the rows of a table: seen at once, sent in order, taken back where the server refuses, with
 * its reason at the cell. What was done can be undone; deleted rows come back as they were.
 */
export function createTableEdits(tableId: string, queries: QueryClient) {
  const state = createEditState()
  const journal = createCellJournal(tableId)
  const writes = createRowWrites({ tableId, queries, state, journal })
  const steps = createEditSteps(state.set)
  const inLine = createLine((isSaving) => state.set({ isSaving }))

  async function perform({ cells, added, deleted }: EditStep): Promise<void> {
    await writes.restore(added)
    await writes.sendCells(cells)
    await writes.delete(deleted)
    if (added.length > 0 || deleted.length > 0) await writes.refresh()
  }

  async function turn(toDo: (() => EditStep) | null): Promise<void> {
    if (toDo === null) return
    const shown = toDo().cells
    state.show(shown)
    journal.add(shown)
    await inLine(() => perform(toDo()))
    state.settle(shown)
  }

  async function doWhole(step: EditStep): Promise<boolean> {
    steps.remember(step)
    const isDone = await inLine(() => perform(step))
    if (!isDone) steps.forget(step)
    return isDone
  }

  return {
    subscribe: state.subscribe,
    get: state.get,
    /** Changes cells, and adds as many rows at the end as asked for, whose cells `cellsOf` tells once they have ids. */
    async change(cells: readonly CellChange[], more?: { rows: number; cellsOf: (ids: string[]) => CellChange[] }) {
      if (cells.length === 0 && more === undefined) return
      const step: EditStep = { cells, added: [], deleted: [] }
      state.show(cells)
      journal.add(cells)
      steps.remember(step)
      await inLine(async () => {
        step.added = more ? await writes.add(more.rows) : []
        const all = [...cells, ...(more?.cellsOf([...step.added]) ?? [])]
        const refused = await writes.sendCells(all)
        step.cells = all.filter((cell) => !refused.has(cell))
        if (step.added.length > 0) await writes.refresh()
      })
      state.settle(cells)
      if (step.cells.length + step.added.length === 0) steps.forget(step)
    },
    deleteRows: (ids: readonly string[]) => doWhole({ cells: [], added: [], deleted: ids }),
    restoreRows: (ids: readonly string[]) => doWhole({ cells: [], added: ids, deleted: [] }),
    undo: () => turn(steps.undo()),
    redo: () => turn(steps.redo()),
  }
}

export type TableEdits = ReturnType<typeof createTableEdits>
