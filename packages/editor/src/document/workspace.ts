import type { Command, KeptLayer, LayerId, LayerIds } from './command.ts'
import { CommandError } from './command-error.ts'
import { childLayers, type EditorDocument, giveIds, layersOf } from './document.ts'
import { isEqual, isObject, isSampleValue, type JsonObject, type Sample } from './json.ts'

interface Entry {
  /** As in the design. Its children are out of date while `isStale`. */
  layer: JsonObject
  parent: LayerId | null
  children: readonly LayerId[]
  isStale: boolean
}

/** What a command made of a document. */
export interface Worked {
  readonly design: JsonObject
  readonly isSameDesign: boolean
  readonly sample: Sample
  readonly ids: readonly LayerIds[]
  readonly next: number
  /** Undo what was done, last change first. */
  readonly inverse: readonly Command[]
}

function withKey<Part>(
  whole: Readonly<Record<string, Part>>,
  key: string,
  part: Part | undefined,
): Readonly<Record<string, Part>> {
  const { [key]: _, ...others } = whole
  return part === undefined ? others : { ...whole, [key]: part }
}

/** A document while a command changes it, by two primitives: `put()` a property and `splice()` a list of layers. */
export class Workspace {
  readonly #entries = new Map<LayerId, Entry>()
  readonly #inverse: Command[] = []
  readonly #session: string
  #page: JsonObject
  #sample: Sample
  #isSameDesign = true
  #roots: readonly LayerId[]
  #next: number

  constructor(document: EditorDocument) {
    for (const [id, { layer, parent, children }] of layersOf(document)) {
      if (isObject(layer)) this.#entries.set(id, { layer, parent, children, isStale: false })
    }
    this.#page = { ...document.design }
    this.#sample = document.sample
    this.#roots = document.ids.map(({ id }) => id)
    this.#session = document.session
    this.#next = document.next
  }

  /** A layer without those inside it; the page without its layers. */
  read(target: LayerId | 'page' | 'sample'): JsonObject {
    if (target === 'sample') return this.#sample
    return target === 'page' ? this.#page : this.#entry(target).layer
  }

  has(id: LayerId): boolean {
    return this.#entries.has(id)
  }

  nameOf(id: LayerId): string {
    return String(this.read(id).name)
  }

  parentOf(id: LayerId): LayerId | null {
    return this.#entry(id).parent
  }

  childrenOf(parent: LayerId | null): readonly LayerId[] {
    return parent === null ? this.#roots : this.#entry(parent).children
  }

  isGroup(id: LayerId): boolean {
    return this.read(id).type === 'group'
  }

  /** Every name that is in use. */
  names(): Set<string> {
    return new Set([...this.#entries.values()].map(({ layer }) => String(layer.name)))
  }

  /** Known layers in drawing order, without those inside another one of them. */
  select(ids: readonly LayerId[]): readonly LayerId[] {
    const wanted = new Set(ids)
    const lost = ids.find((id) => !this.#entries.has(id))
    if (lost !== undefined) throw new CommandError('The layer no longer exists.')
    const within = (parent: LayerId | null): LayerId[] =>
      this.childrenOf(parent).flatMap((id) => (wanted.has(id) ? [id] : within(id)))
    return within(null)
  }

  isInside(id: LayerId, ancestor: LayerId): boolean {
    const parent = this.parentOf(id)
    return parent !== null && (parent === ancestor || this.isInside(parent, ancestor))
  }

  /** Sets a property; `undefined` removes it. */
  put(target: LayerId | 'page' | 'sample', key: string, value: unknown): void {
    const before = this.read(target)
    // A field may have the name of what every object inherits.
    const old = Object.hasOwn(before, key) ? before[key] : undefined
    if (isEqual(old, value)) return
    this.#inverse.push({ type: 'set', target, path: [key], value: old })
    if (target === 'sample') {
      if (value !== undefined && !isSampleValue(value)) {
        throw new CommandError('A sample value is text, a number, true, false or a list.')
      }
      this.#sample = withKey(this.#sample, key, value)
      return
    }
    this.#isSameDesign = false
    const changed = withKey(before, key, value)
    if (target === 'page') {
      this.#page = changed
      return
    }
    this.#entry(target).layer = changed
    this.#markStale(target)
  }

  /** Exchanges `remove` layers of a list, from `index`, for others. */
  splice(parent: LayerId | null, at: { index: number; remove: number }, insert: readonly KeptLayer[]): void {
    const { index, remove } = at
    const list = this.childrenOf(parent)
    if (index < 0 || index + remove > list.length) throw new CommandError('There is no such place among the layers.')
    const removed = list.slice(index, index + remove).map((id) => this.keep(id))
    if (remove === 0 && insert.length === 0) return
    this.#isSameDesign = false
    this.#inverse.push({ type: 'splice', parent, index, remove: insert.length, insert: removed })
    for (const { ids } of removed) this.#forget(ids)
    for (const kept of insert) this.#remember(kept, parent)
    const changed = list.toSpliced(index, remove, ...insert.map(({ ids }) => ids.id))
    if (parent === null) this.#roots = changed
    else {
      this.#entry(parent).children = changed
      this.#markStale(parent)
    }
  }

  /** A layer as it is now, to be put back elsewhere or later. */
  keep(id: LayerId): KeptLayer {
    return { layer: this.#build(id), ids: this.#idsOf(id) }
  }

  /** Ids for new layers. */
  giveIds(layers: readonly object[]): readonly LayerIds[] {
    const { ids, next } = giveIds(layers, { session: this.#session, next: this.#next })
    this.#next = next
    return ids
  }

  /** Exchanges everything. */
  replace(design: JsonObject, ids: readonly LayerIds[]): void {
    const before = this.finish()
    this.#inverse.push({ type: 'restore', design: before.design, ids: before.ids })
    this.#isSameDesign = false
    this.#entries.clear()
    this.#page = design
    this.#roots = ids.map(({ id }) => id)
    const layers: readonly unknown[] = Array.isArray(design.layers) ? design.layers : []
    for (const [index, own] of ids.entries()) this.#remember({ layer: layers[index], ids: own }, null)
  }

  finish(): Worked {
    const design = { ...this.#page, layers: this.#roots.map((id) => this.#build(id)) }
    const ids = this.#roots.map((id) => this.#idsOf(id))
    const [sample, isSameDesign] = [this.#sample, this.#isSameDesign]
    return { design, isSameDesign, sample, ids, next: this.#next, inverse: this.#inverse.toReversed() }
  }

  #entry(id: LayerId): Entry {
    const entry = this.#entries.get(id)
    if (!entry) throw new CommandError('The layer no longer exists.')
    return entry
  }

  #markStale(id: LayerId): void {
    const entry = this.#entry(id)
    entry.isStale = true
    if (entry.parent !== null) this.#markStale(entry.parent)
  }

  #build(id: LayerId): JsonObject {
    const entry = this.#entry(id)
    if (!entry.isStale) return entry.layer
    // A group whose `type` was changed away shows its children to the check, which says that they are not allowed.
    if ('children' in entry.layer) {
      entry.layer = { ...entry.layer, children: entry.children.map((child) => this.#build(child)) }
    }
    entry.isStale = false
    return entry.layer
  }

  #idsOf(id: LayerId): LayerIds {
    return { id, children: this.#entry(id).children.map((child) => this.#idsOf(child)) }
  }

  #forget({ id, children }: LayerIds): void {
    this.#entries.delete(id)
    for (const child of children) this.#forget(child)
  }

  #remember({ layer, ids }: KeptLayer, parent: LayerId | null): void {
    if (!isObject(layer)) throw new CommandError('A layer must be an object.')
    const inside = childLayers(layer)
    this.#entries.set(ids.id, { layer, parent, children: ids.children.map(({ id }) => id), isStale: false })
    for (const [index, own] of ids.children.entries()) this.#remember({ layer: inside[index], ids: own }, ids.id)
  }
}
