import { boundsOfFrame } from '#editor/geometry/frame.ts'
import { type Box, rounded, union } from '#editor/geometry/matrix.ts'
import { stackShape } from '#editor/geometry/stack-shape.ts'
import type { Command, KeptLayer, LaidOut, LayerId } from './command.ts'
import { CommandError } from './command-error.ts'
import { isObject, type JsonObject } from './json.ts'
import { frameOf, isBound } from './layer-frame.ts'
import { uniqueName } from './names.ts'
import { anchoredAxes, cutReferences, pin, targetName } from './references.ts'
import { takeOut } from './take-out.ts'
import type { Workspace } from './workspace.ts'

/** Puts layers into a new group; they stay where they are. */
export function group(
  workspace: Workspace,
  { layers, name = 'Group', laidOut }: Extract<Command, { type: 'group' }>,
): readonly LayerId[] {
  const members = membersOf(workspace, layers)
  cutReferences(workspace, members, { laidOut, both: true })
  const box = boxAroundMembers(workspace, members, laidOut)
  placeInside(workspace, members, { box, laidOut })
  return [enclose(workspace, members, { name, ...box })]
}

/** Puts layers into a new row or column, in the order in which they are seen. */
export function wrap(
  workspace: Workspace,
  { layers, layout: wanted, name, laidOut }: Extract<Command, { type: 'wrap' }>,
): readonly LayerId[] {
  const members = membersOf(workspace, layers)
  cutReferences(workspace, members, { laidOut, both: true })
  const boxes = members.map((id) => boundsOfFrame(frameOf(workspace.read(id), laidOut?.[id])))
  const { layout, gap, align, order } = stackShape(boxes, wanted)
  // In a stack, a layer with an anchor would leave the row.
  for (const id of members) pin(workspace, id, { reference: 'anchor', box: laidOut?.[id] })
  const box = union(boxes)
  placeInside(workspace, members, { box, laidOut })
  const ordered = order.flatMap((at) => members[at] ?? [])
  const look = { layout, ...(gap > 0 && { gap }), ...(align !== 'start' && { align }), fit: 'hug' }
  return [enclose(workspace, ordered, { name: name ?? (layout === 'row' ? 'Row' : 'Column'), ...box, ...look })]
}

/** The layers with those that cut only them. Throws a CommandError unless they have one parent. */
function membersOf(workspace: Workspace, layers: readonly LayerId[]): readonly LayerId[] {
  const chosen = workspace.select(layers)
  const [first] = chosen
  if (first === undefined) throw new CommandError('Select at least one layer.')
  const parent = workspace.parentOf(first)
  if (chosen.some((id) => workspace.parentOf(id) !== parent)) {
    throw new CommandError('Only layers of the same group can be grouped. Move them into one group first.')
  }
  const list = workspace.childrenOf(parent)
  const cutterOf = (id: LayerId) => targetName(workspace.read(id), 'mask')
  const outside = new Set(list.filter((id) => !chosen.includes(id)).map(cutterOf))
  const cutters = new Set(chosen.map(cutterOf).filter((name) => name !== undefined && !outside.has(name)))
  return list.filter((id) => chosen.includes(id) || cutters.has(workspace.nameOf(id)))
}

/** The box around layers. On an axis on which a value of a record places a layer, it begins at 0, so that values keep their meaning. */
function boxAroundMembers(workspace: Workspace, members: readonly LayerId[], laidOut: LaidOut | undefined): Box {
  const around = union(members.map((id) => boundsOfFrame(frameOf(workspace.read(id), laidOut?.[id]))))
  const bound = (axis: 'x' | 'y') => members.some((id) => isBound(workspace.read(id)[axis]))
  const x = bound('x') ? 0 : rounded(around.x)
  const y = bound('y') ? 0 : rounded(around.y)
  return {
    x,
    y,
    width: Math.max(0, rounded(around.x + around.width - x)),
    height: Math.max(0, rounded(around.y + around.height - y)),
  }
}

function placeInside(
  workspace: Workspace,
  members: readonly LayerId[],
  { box, laidOut }: { box: Box; laidOut: LaidOut | undefined },
): void {
  for (const id of members) {
    const layer = workspace.read(id)
    const frame = frameOf(layer, laidOut?.[id])
    const anchored: readonly string[] = isObject(layer.anchor) ? anchoredAxes(layer.anchor) : []
    for (const axis of ['x', 'y'] as const) {
      if (!anchored.includes(axis)) setCoordinate(workspace, id, { axis, value: rounded(frame[axis] - box[axis]) })
    }
  }
}

/** Writes a coordinate unless it is the same already, or the value of a record. */
export function setCoordinate(
  workspace: Workspace,
  id: LayerId,
  { axis, value }: { axis: 'x' | 'y'; value: number },
): void {
  const written = workspace.read(id)[axis]
  if (!isBound(written) && (written ?? 0) !== value) workspace.put(id, axis, value)
}

/** Makes a group of layers at the place of the highest of them. */
function enclose(workspace: Workspace, members: readonly LayerId[], { name, ...look }: JsonObject): LayerId {
  const [first] = members
  const parent = first === undefined ? null : workspace.parentOf(first)
  const list = workspace.childrenOf(parent)
  const highest = Math.max(...members.map((id) => list.indexOf(id)))
  const children: readonly KeptLayer[] = members.map((id) => takeOut(workspace, id))
  const layer = {
    type: 'group',
    name: uniqueName(String(name), new Set([...workspace.names(), ...children.flatMap(namesInside)])),
    ...look,
    children: children.map((kept) => kept.layer),
  }
  const [own] = workspace.giveIds([{}])
  if (!own) throw new CommandError('There is no id for the group.')
  const { type, ...properties } = layer
  workspace.splice(parent, { index: highest - members.length + 1, remove: 0 }, [
    { layer: { type, id: own.id, ...properties }, ids: { id: own.id, children: children.map(({ ids }) => ids) } },
  ])
  return own.id
}

function namesInside({ layer }: { readonly layer: unknown }): string[] {
  if (!isObject(layer)) return []
  const inside: readonly unknown[] = Array.isArray(layer.children) ? layer.children : []
  return [String(layer.name), ...inside.flatMap((child) => namesInside({ layer: child }))]
}
