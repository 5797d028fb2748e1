import { type Box, rounded } from '#editor/geometry/matrix.ts'
import type { LaidOut, LayerId } from './command.ts'
import { isObject, type JsonObject } from './json.ts'
import type { Workspace } from './workspace.ts'

/** Properties by which a layer names another one of its list. */
export const REFERENCES = ['anchor', 'mask'] as const

export type Reference = (typeof REFERENCES)[number]

/** The name to which a layer refers by its anchor or mask. */
export function targetName(layer: JsonObject, reference: Reference): string | undefined {
  const value = layer[reference]
  return isObject(value) && typeof value.layer === 'string' ? value.layer : undefined
}

/** Rewrites the anchors and masks of a list of layers from one name to another. */
export function renameReferences(workspace: Workspace, id: LayerId, name: string): void {
  const old = workspace.nameOf(id)
  for (const sibling of workspace.childrenOf(workspace.parentOf(id))) {
    for (const reference of REFERENCES) {
      const layer = workspace.read(sibling)
      if (targetName(layer, reference) !== old || !isObject(layer[reference])) continue
      workspace.put(sibling, reference, { ...layer[reference], layer: name })
    }
  }
}

/**
 * Before `leaving` layers go out of their list: pins those that stay and refer to one that leaves and, with `both`, those
 * that leave and refer to one that stays.
 */
export function cutReferences(
  workspace: Workspace,
  leaving: readonly LayerId[],
  { laidOut, both }: { laidOut: LaidOut | undefined; both: boolean },
): void {
  const gone = new Set(leaving)
  for (const parent of new Set(leaving.map((id) => workspace.parentOf(id)))) {
    const list = workspace.childrenOf(parent)
    const byName = new Map(list.map((id) => [workspace.nameOf(id), id]))
    for (const id of list) {
      for (const reference of REFERENCES) {
        const target = byName.get(targetName(workspace.read(id), reference) ?? '')
        if (target === undefined || gone.has(target) === gone.has(id)) continue
        if (both || !gone.has(id)) pin(workspace, id, { reference, box: laidOut?.[id] })
      }
    }
  }
}

/** Removes an anchor or mask; a layer that loses its anchor is put where the anchor placed it. */
export function pin(
  workspace: Workspace,
  id: LayerId,
  { reference, box }: { reference: Reference; box: Box | undefined },
): void {
  const { anchor } = workspace.read(id)
  workspace.put(id, reference, undefined)
  if (reference !== 'anchor' || !box || !isObject(anchor)) return
  for (const axis of anchoredAxes(anchor)) workspace.put(id, axis, rounded(box[axis]))
}

/** The coordinates that an anchor decides. */
export function anchoredAxes({ side, align }: JsonObject): readonly ('x' | 'y')[] {
  if (align !== undefined) return ['x', 'y']
  return side === 'left' || side === 'right' ? ['x'] : ['y']
}
