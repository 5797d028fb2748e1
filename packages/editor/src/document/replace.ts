import type { LayerId, LayerIds } from './command.ts'
import { CommandError } from './command-error.ts'
import { childLayers } from './document.ts'
import { isEqual, isObject, type JsonObject } from './json.ts'
import type { Workspace } from './workspace.ts'

/** A layer of the new design, on its way to an id. */
interface Arrival {
  readonly layer: JsonObject
  /** Indexes, such as `0/2`. */
  readonly path: string
  readonly children: readonly Arrival[]
  id?: LayerId
}

/** Exchanges the design; layers keep their ids by `id`, then by name, then by place. Equal layers stay the same objects. */
export function replace(workspace: Workspace, design: unknown): readonly LayerId[] {
  if (!isObject(design) || !Array.isArray(design.layers)) throw new CommandError('A design needs a list of layers.')
  const arrivals = arrivalsOf(design.layers, '')
  matchIds(workspace, arrivals)
  if (hasSameTree(workspace, arrivals)) {
    putPage(workspace, design)
    return putLayers(workspace, arrivals)
  }
  const ids = arrivals.map((arrival) => idsOf(workspace, arrival))
  workspace.replace({ ...design, layers: arrivals.map((arrival) => sameObject(workspace, arrival)) }, ids)
  return []
}

function arrivalsOf(layers: readonly unknown[], path: string): readonly Arrival[] {
  return layers.map((layer, index) => {
    if (!isObject(layer)) throw new CommandError('A layer must be an object.')
    const own = `${path}${index}`
    return { layer, path: own, children: arrivalsOf(childLayers(layer), `${own}/`) }
  })
}

function everyArrival(arrivals: readonly Arrival[]): readonly Arrival[] {
  return arrivals.flatMap((arrival) => [arrival, ...everyArrival(arrival.children)])
}

function matchIds(workspace: Workspace, arrivals: readonly Arrival[]): void {
  const all = everyArrival(arrivals)
  const present = presentLayers(workspace, null, '')
  const keys: readonly ((layer: JsonObject, path: string) => unknown)[] = [
    ({ id }) => id,
    ({ name }) => name,
    ({ type }, path) => `${path} ${type}`,
  ]
  const free = new Map(present.map((one) => [one.id, one]))
  for (const keyOf of keys) {
    const byKey = new Map<unknown, LayerId>()
    for (const { id, layer, path } of free.values()) {
      const key = keyOf(layer, path)
      if (key !== undefined && !byKey.has(key)) byKey.set(key, id)
    }
    for (const arrival of all) {
      if (arrival.id !== undefined) continue
      const id = byKey.get(keyOf(arrival.layer, arrival.path))
      if (id === undefined || !free.delete(id)) continue
      arrival.id = id
    }
  }
}

function presentLayers(
  workspace: Workspace,
  parent: LayerId | null,
  path: string,
): readonly { id: LayerId; layer: JsonObject; path: string }[] {
  return workspace.childrenOf(parent).flatMap((id, index) => {
    const own = `${path}${index}`
    return [{ id, layer: workspace.read(id), path: own }, ...presentLayers(workspace, id, `${own}/`)]
  })
}

/** Every layer of the document is there, and where it was. */
function hasSameTree(workspace: Workspace, arrivals: readonly Arrival[], parent: LayerId | null = null): boolean {
  const ids = workspace.childrenOf(parent)
  return (
    ids.length === arrivals.length &&
    arrivals.every(
      (arrival, index) =>
        arrival.id !== undefined &&
        arrival.id === ids[index] &&
        workspace.isGroup(arrival.id) === (arrival.layer.type === 'group') &&
        hasSameTree(workspace, arrival.children, arrival.id),
    )
  )
}

function putPage(workspace: Workspace, design: JsonObject): void {
  for (const key of new Set([...Object.keys(workspace.read('page')), ...Object.keys(design)])) {
    if (key !== 'layers') workspace.put('page', key, design[key])
  }
}

/** Sets what differs, and returns the layers concerned. */
function putLayers(workspace: Workspace, arrivals: readonly Arrival[]): readonly LayerId[] {
  return everyArrival(arrivals).flatMap(({ id, layer }) => {
    if (id === undefined) return []
    const before = workspace.read(id)
    for (const key of new Set([...Object.keys(before), ...Object.keys(layer)])) {
      if (key !== 'children') workspace.put(id, key, layer[key])
    }
    return workspace.read(id) === before ? [] : [id]
  })
}

function idsOf(workspace: Workspace, { id, layer, children }: Arrival): LayerIds {
  const inside = children.map((child) => idsOf(workspace, child))
  const [fresh] = id === undefined ? workspace.giveIds([{ ...layer, children: [] }]) : []
  return { id: id ?? fresh?.id ?? '', children: inside }
}

/** The layer as the object that the document has, where nothing changed. */
function sameObject(workspace: Workspace, arrival: Arrival): JsonObject {
  const { id, layer, children } = arrival
  const kept = id !== undefined && workspace.has(id) ? workspace.keep(id).layer : undefined
  if (isObject(kept) && isEqual(kept, layer)) return kept
  return 'children' in layer ? { ...layer, children: children.map((child) => sameObject(workspace, child)) } : layer
}
