import type { Command, LayerId, LayerIds } from './command.ts'
import { CommandError } from './command-error.ts'
import { childLayers } from './document.ts'
import { isObject, type JsonObject } from './json.ts'
import { uniqueName } from './names.ts'
import { REFERENCES, targetName } from './references.ts'
import type { Workspace } from './workspace.ts'

/** Adds new layers: with ids, unique names, and anchors and masks within the set only. */
export function insert(
  workspace: Workspace,
  { parent, index, layers }: Extract<Command, { type: 'insert' }>,
): readonly LayerId[] {
  assertParent(workspace, parent)
  const ids = workspace.giveIds(layers)
  const fresh = freshen(layers, { ids, taken: workspace.names() })
  const kept = fresh.flatMap((layer, at) => {
    const own = ids[at]
    return own ? [{ layer, ids: own }] : []
  })
  workspace.splice(parent, { index, remove: 0 }, kept)
  return ids.map(({ id }) => id)
}

/** Throws a CommandError unless layers can be put there. */
export function assertParent(workspace: Workspace, parent: LayerId | null): void {
  if (parent === null || workspace.isGroup(parent)) return
  throw new CommandError(`"${workspace.nameOf(parent)}" is not a group and cannot contain layers.`)
}

/** Layers of one list as new ones. Adds their names to `taken`. */
function freshen(
  layers: readonly unknown[],
  given: { readonly ids: readonly LayerIds[]; readonly taken: Set<string> },
): JsonObject[] {
  const renamed = new Map<string, string>()
  const named = layers.map((layer, at) => {
    if (!isObject(layer) || typeof layer.name !== 'string') throw new CommandError('A layer needs a name.')
    const name = uniqueName(layer.name, given.taken)
    given.taken.add(name)
    // Of layers with the same name, references mean the first.
    if (!renamed.has(layer.name)) renamed.set(layer.name, name)
    return { layer, name, ids: given.ids[at] }
  })
  return named.map(({ layer, name, ids }) => {
    const { type, id: _, ...properties } = layer
    const inside = freshen(childLayers(layer), { ids: ids?.children ?? [], taken: given.taken })
    return {
      type,
      id: ids?.id,
      ...withinSet(properties, renamed),
      name,
      ...('children' in layer && { children: inside }),
    }
  })
}

/** The properties with anchors and masks that name layers of the set; others are left out. */
function withinSet(properties: JsonObject, renamed: ReadonlyMap<string, string>): JsonObject {
  const kept: Record<string, unknown> = { ...properties }
  for (const reference of REFERENCES) {
    const [value, name] = [properties[reference], renamed.get(targetName(properties, reference) ?? '')]
    if (isObject(value) && name !== undefined) kept[reference] = { ...value, layer: name }
    else delete kept[reference]
  }
  return kept
}
