import { type Frame, unwrapFrame } from '#editor/geometry/frame.ts'
import { rounded } from '#editor/geometry/matrix.ts'
import type { Command, LaidOut, LayerId } from './command.ts'
import { CommandError } from './command-error.ts'
import { isObject, type JsonObject } from './json.ts'
import { frameOf, isBound } from './layer-frame.ts'
import { passLock } from './locks.ts'
import { anchoredAxes, cutReferences, pin } from './references.ts'
import { takeOut } from './take-out.ts'
import type { Workspace } from './workspace.ts'

/** Puts the layers of groups in their place; each stays where it is on the page. */
export function ungroup(
  workspace: Workspace,
  { layers, laidOut }: Extract<Command, { type: 'ungroup' }>,
): readonly LayerId[] {
  const groups = workspace.select(layers).filter((id) => workspace.isGroup(id))
  if (groups.length === 0) throw new CommandError('Select a group.')
  return groups.flatMap((id) => dissolve(workspace, id, laidOut))
}

function dissolve(workspace: Workspace, id: LayerId, laidOut: LaidOut | undefined): readonly LayerId[] {
  cutReferences(workspace, [id], { laidOut, both: true })
  const group = workspace.read(id)
  const bound = ['x', 'y', 'width', 'height', 'rotation', 'flip'].find((key) => isBound(group[key]))
  if (bound !== undefined) {
    throw new CommandError(`The ${bound} of "${workspace.nameOf(id)}" comes from a field. Unbind it, then ungroup.`)
  }
  const outer = frameOf(group, laidOut?.[id])
  const children = workspace.childrenOf(id)
  const keepsAnchors = (group.layout ?? 'free') === 'free' && outer.rotation === 0 && outer.flip === 'none'
  for (const child of children) {
    if (!keepsAnchors) pin(workspace, child, { reference: 'anchor', box: laidOut?.[child] })
    takeOver(workspace, child, group)
    free(workspace, child, { outer, laidOut })
  }
  passLock(workspace, id)
  const parent = workspace.parentOf(id)
  const index = workspace.childrenOf(parent).indexOf(id)
  const kept = children.map((child) => takeOut(workspace, child))
  workspace.splice(parent, { index, remove: 1 }, kept)
  return children
}

/** What a group does to all of its layers and each can do by itself. */
function takeOver(workspace: Workspace, child: LayerId, group: JsonObject): void {
  const layer = workspace.read(child)
  if (layer.visible === undefined || layer.visible === true) workspace.put(child, 'visible', group.visible)
  const opacity = layer.opacity ?? 1
  if (typeof group.opacity === 'number' && group.opacity !== 1 && typeof opacity === 'number') {
    workspace.put(child, 'opacity', rounded(opacity * group.opacity))
  }
}

function free(
  workspace: Workspace,
  child: LayerId,
  { outer, laidOut }: { outer: Frame; laidOut: LaidOut | undefined },
): void {
  const layer = workspace.read(child)
  const inner = frameOf(layer, laidOut?.[child])
  const freed = unwrapFrame(inner, outer)
  const anchored: readonly string[] = isObject(layer.anchor) ? anchoredAxes(layer.anchor) : []
  for (const key of ['x', 'y', 'rotation'] as const) {
    const value = rounded(freed[key])
    if (anchored.includes(key) || (layer[key] ?? 0) === value) continue
    if (!isBound(layer[key])) workspace.put(child, key, value)
    else if (value !== rounded(inner[key])) {
      throw new CommandError(`The ${key} of "${workspace.nameOf(child)}" comes from a field. Unbind it, then ungroup.`)
    }
  }
  if (freed.flip !== inner.flip) workspace.put(child, 'flip', freed.flip === 'none' ? undefined : freed.flip)
}
