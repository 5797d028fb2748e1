import type { TemplateInput } from '@pictable/renderer/template'
import type { Box } from '#editor/geometry/matrix.ts'
import type { JsonObject } from './json.ts'

/** Names a layer for as long as a document is open, whatever happens to the layer. Not the `id` that a design may contain. */
export type LayerId = string

/** Where keys and indexes lead inside a layer or the page: `['fill', 'stops', 0, 'color']`. */
export type PropertyPath = readonly (string | number)[]

/** The ids of a layer and of those inside it, in the order of the layers. */
export interface LayerIds {
  readonly id: LayerId
  readonly children: readonly LayerIds[]
}

/**
 * The boxes of layers as they were laid out, each in the coordinates of the group or page around it and without its
 * rotation. Commands read from them what a design does not say: the places of anchored, stacked and growing layers.
 */
export type LaidOut = Readonly<Record<LayerId, Box>>

/** Properties to set, by layer. `undefined` removes a property. */
export type Changes = Readonly<Record<LayerId, Readonly<Record<string, unknown>>>>

/** A layer that was taken out, to be put back exactly as it was. */
export interface KeptLayer {
  readonly layer: unknown
  readonly ids: LayerIds
}

/** Everything that can happen to a document. Commands are plain JSON: they can be stored and repeated. */
export type Command =
  /** Sets one property, or a sample value; `undefined` removes it, or the entry of a list. The path of a name renames. */
  | { type: 'set'; target: LayerId | 'page' | 'sample'; path: PropertyPath; value?: unknown }
  /** Adds new layers: they get ids and unique names, and refer to each other by these. */
  | { type: 'insert'; parent: LayerId | null; index: number; layers: readonly object[] }
  /** Layers that were placed or cut by a removed one stay where they are. */
  | { type: 'remove'; layers: readonly LayerId[]; laidOut?: LaidOut }
  /** `index` counts the layers of `parent` that are not moved. The layers keep their order. */
  | {
      type: 'move'
      layers: readonly LayerId[]
      parent: LayerId | null
      index: number
      /** Set in the same step, such as the place in the new parent. */
      changes?: Changes
      laidOut?: LaidOut
    }
  /** Also rewrites the anchors, masks and locks that name the layer. */
  | { type: 'rename'; layer: LayerId; name: string }
  /** Puts layers of one parent into a new group, at the place of the highest of them. */
  | { type: 'group'; layers: readonly LayerId[]; name?: string; laidOut?: LaidOut }
  | { type: 'ungroup'; layers: readonly LayerId[]; laidOut?: LaidOut }
  /** Puts layers of one parent into a new row or column, by default the one that they nearly are. */
  | { type: 'wrap'; layers: readonly LayerId[]; layout?: 'row' | 'column'; name?: string; laidOut?: LaidOut }
  /** Exchanges the design. Layers with the same `id`, name or place keep their identity. */
  | { type: 'replace'; design: TemplateInput }
  /** Several commands as one: all of them, or none. */
  | { type: 'batch'; commands: readonly Command[] }
  /** Exchanges `remove` layers of a list for others, as they were. Made by `apply()` as the inverse of others. */
  | { type: 'splice'; parent: LayerId | null; index: number; remove: number; insert: readonly KeptLayer[] }
  /** Exchanges the design and the ids. Made by `apply()` as the inverse of `replace`. */
  | { type: 'restore'; design: JsonObject; ids: readonly LayerIds[] }
