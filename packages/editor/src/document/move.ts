import type { Command, KeptLayer, LayerId } from './command.ts'
import { CommandError } from './command-error.ts'
import { assertParent } from './insert.ts'
import { cutReferences } from './references.ts'
import { takeOut } from './take-out.ts'
import type { Workspace } from './workspace.ts'

/** Moves layers to another place in the drawing order, or into another group. */
export function move(
  workspace: Workspace,
  { layers, parent, index, changes, laidOut }: Extract<Command, { type: 'move' }>,
): readonly LayerId[] {
  const moved = workspace.select(layers)
  assertParent(workspace, parent)
  const inItself = moved.find((id) => parent === id || (parent !== null && workspace.isInside(parent, id)))
  if (inItself !== undefined) throw new CommandError(`"${workspace.nameOf(inItself)}" cannot be moved into itself.`)
  const leaving = moved.filter((id) => workspace.parentOf(id) !== parent)
  cutReferences(workspace, leaving, { laidOut, both: true })
  for (const id of moved) {
    for (const [key, value] of Object.entries(changes?.[id] ?? {})) workspace.put(id, key, value)
  }
  if (isThere(workspace, moved, { parent, index })) return moved
  const kept: KeptLayer[] = moved.map((id) => takeOut(workspace, id))
  workspace.splice(parent, { index, remove: 0 }, kept)
  return moved
}

function isThere(
  workspace: Workspace,
  moved: readonly LayerId[],
  { parent, index }: { parent: LayerId | null; index: number },
): boolean {
  const list = workspace.childrenOf(parent)
  return moved.every((id, at) => list[index + at] === id)
}
