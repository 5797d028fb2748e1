import type { CellChange } from './edit-state.ts'

/** Something that was done, and can be done the other way round. */
export interface EditStep {
  cells: readonly CellChange[]
  added: readonly string[]
  deleted: readonly string[]
}

const mostSteps = 200

function reversed({ cells, added, deleted }: EditStep): EditStep {
  return {
    cells: cells.map((cell) => ({ ...cell, before: cell.after, after: cell.before })).reverse(),
    added: deleted,
    deleted: added,
  }
}

/** `createEditSteps()` knows what was done and what was undone; `note` is told how many of each there are. */
export function createEditSteps(note: (counts: { undoable: number; redoable: number }) => void) {
  const done: EditStep[] = []
  const undone: EditStep[] = []
  const tell = () => note({ undoable: done.length, redoable: undone.length })

  return {
    /** At once, so that it can be undone while it is on its way: what is undone waits in the line behind it. */
    remember(step: EditStep): void {
      done.push(step)
      if (done.length > mostSteps) done.shift()
      undone.length = 0
      tell()
    },
    /** It came to nothing. */
    forget(step: EditStep): void {
      if (done.includes(step)) done.splice(done.indexOf(step), 1)
      tell()
    },
    /** @returns what has to be done now: asked for when its turn comes, since cells of a step may be refused until then */
    undo(): (() => EditStep) | null {
      const step = done.pop()
      if (step === undefined) return null
      undone.push(step)
      tell()
      return () => reversed(step)
    },
    redo(): (() => EditStep) | null {
      const step = undone.pop()
      if (step === undefined) return null
      done.push(step)
      tell()
      return () => step
    },
  }
}
