import { z } from 'zod/mini'
import type { Pen, Pixels } from '#renderer/canvas/canvas.ts'
import type { Box } from '#renderer/geometry/box.ts'
import { type Bindable, type BindingInput, bindableShape } from '#renderer/properties/bindable.ts'
import {
  type Anchor,
  anchorSchema,
  type commonSchema,
  commonShape,
  type Mask,
  maskSchema,
  onInvalidSchema,
} from '#renderer/properties/common.ts'
import type { PicturePaint } from '#renderer/properties/paint.ts'
import type { Recolor } from '#renderer/svg/recolor-svg.ts'
import type { MissingCharacter } from '#renderer/text/text-geometry.ts'
import type { Typesetter } from '#renderer/text/types.ts'
import { type Condition, whenSchema } from '#renderer/values/condition.ts'
import { describe } from '#renderer/values/describe.ts'
import type { FilledLayer } from './filled-layer.ts'

/** A picture that a layer needs before it can be drawn. Sizes are template pixels. */
export interface ImageRequest {
  /** Empty when the record has none. */
  readonly src: string
  readonly fallback: string | undefined
  readonly onMissing: 'fail' | 'hide'
  readonly width: number
  readonly height: number
  readonly fit: 'cover' | 'contain' | 'fill'
  readonly focalPoint: { readonly x: number; readonly y: number }
  /** Of a picture that covers its box. Default: 1. */
  readonly zoom?: number | undefined
  /** The box may become any size, known only after the picture is there: all of the picture is asked for. */
  readonly isWhole?: true
  /** Other colours for an SVG. */
  readonly recolor?: Recolor | undefined
}

export type PaintRequests = ReadonlyMap<PicturePaint, ImageRequest>

/** The pictures that a layer is drawn with, as far as they are there. */
export interface Pictures {
  readonly image?: Pixels | undefined
  /** Of each paint that is a picture. */
  readonly paints?: ReadonlyMap<PicturePaint, Pixels> | undefined
  /** Paints whose picture failed or is late, where a job goes on all the same: grey is drawn. */
  readonly greyed?: ReadonlySet<PicturePaint> | undefined
}

/** What the report says about a layer. */
export interface LayerReport {
  /** Font size in use relative to the one asked for; below 1 the text was shrunk. */
  fit?: number
  /** The text was shrunk to the smallest font size that its layer allows. */
  atMinimum?: true
  lines?: number
  /** Lines of text left out. */
  truncated?: number
  /** Text leaves its box. */
  overflows?: boolean
  /** Why the picture is absent or was replaced. */
  missing?: string
  /** Letters that no font has, such as `U+D55C`; they are drawn as boxes. */
  missingGlyphs?: string[]
  /** OpenType features that the font does not have, such as `tnum`. */
  missingFeatures?: string[]
  /** With how many times the pixels that it has a picture is drawn, where it has too few. */
  enlarged?: number
  /** What a chart has no room for. */
  leftOut?: LeftOut
}

/** How many a chart does not show as they are. */
export interface LeftOut {
  /** Entries of the legend. */
  legend?: number
  /** Words beside the axis that are not there. */
  labels?: number
  /** Words that are cut off. */
  cut?: number
  /** Numbers beside bars, points and parts that are not there. */
  values?: number
  /** Parts that look like another part. */
  colors?: number
}

/** What decides whether scanners read a code. */
export interface ScanFacts {
  /** Side of a square, or width of the thinnest bar. */
  readonly unitPx: number
  /** How many pixels it needs on a screen. */
  readonly leastPx: number
  /** Of what is drawn with its quiet zone: a code of its own proportions may be smaller than its layer. */
  readonly width: number
  readonly height: number
  /** Of the background to the squares or bars, as WCAG counts it: below 1 the code is inverted. Undefined: not known. */
  readonly contrast: number | undefined
  /** A picture paints it, or what is behind it. */
  readonly hasPicture: boolean
}

/** A text that is drawn inside a layer, at its place there. */
export interface PlacedText {
  readonly drawable: Drawable
  readonly x: number
  readonly y: number
}

/** A box that is drawn for a character that no font has, by its corners in the frame of the layer. */
export interface MissingMark extends Pick<MissingCharacter, 'character' | 'families'> {
  readonly corners: readonly { readonly x: number; readonly y: number }[]
}

/** A column of a table at its place. */
export interface PlacedColumn {
  readonly x: number
  readonly width: number
  /** It shows its part of the rows because of its place: at another place it would show another one. */
  readonly isByPlace: boolean
}

/** A layer of which everything is known: ready to be placed and drawn. */
export interface Drawable {
  readonly width: number
  readonly height: number
  /** Bounds of the text relative to the layer, when it has text. */
  readonly textBounds?: Box
  /** Nothing is drawn but the text. */
  readonly onlyText?: boolean
  /** All that is drawn, where that is known more closely than by the bounds and their margin. */
  readonly ink?: () => Box | undefined
  readonly report?: LayerReport
  /** How far drawing may leave the layer and the bounds of its text. */
  readonly marginPx: number
  /** True when draw() makes a single drawing call: opacity, blending and shadow then need no canvas of their own. */
  readonly single: boolean
  /** True when no drawing call covers another: on paper opacity and blending are then given to each. */
  readonly separate?: boolean
  /** True when it is drawn as pixels on paper too. */
  readonly isFlat?: boolean
  /** The layers inside, from back to front; their places are relative to this one. They are drawn after draw(). */
  readonly children?: readonly PlacedLayer[]
  /** All that is drawn is this picture over all of the layer, but for what is cut off at its corners. */
  readonly picture?: { readonly pixels: Pixels; readonly corners: number }
  /** Of the lines of its text, from the top of the layer. */
  readonly baselines?: readonly number[]
  /** Of a table, in the order of its columns. */
  readonly columns?: readonly PlacedColumn[]
  /** The texts of a table, a chart or a code. */
  readonly texts?: readonly PlacedText[]
  /** Of a text that is not set in lines. */
  readonly missing?: readonly MissingMark[]
  /** Of a code. */
  readonly scan?: ScanFacts
  /** Of a drawing: its colours that can be replaced. */
  readonly colors?: readonly string[] | undefined
  draw(pen: Pen): void
  /** Present when nothing that is inside is seen outside the box: sets the clip, after draw(). */
  clip?(pen: Pen): void
}

/** A layer in a list, before its place is known. */
export interface Part {
  readonly layer: FilledLayer
  /** Absent when the layer is invisible. */
  readonly drawable: Drawable | undefined
}

/** A layer at its place. */
export interface PlacedLayer {
  readonly layer: FilledLayer
  readonly drawable: Drawable
  readonly x: number
  readonly y: number
  /** What cuts it. */
  readonly mask?: PlacedLayer
}

/** A layer whose bindings are filled. */
export interface Layer {
  /** The picture that it is or contains; a layer without one is not drawn. */
  readonly image?: ImageRequest
  /** The pictures that paint it; without one it is drawn all the same. */
  readonly paints?: PaintRequests
  measure(measurer: Typesetter, pictures: Pictures, children: readonly Part[]): Drawable
}

/** A kind of layer: its properties, and what it does with them. */
export interface LayerKind {
  readonly type: string
  /** Its layers have `children`. */
  readonly holdsLayers: boolean
  /** A layer as it stands in a template, bindings allowed. */
  readonly schema: z.ZodMiniObject
  /** The properties without bindings, each with its default. */
  readonly shape: Readonly<Record<string, z.ZodMiniType>>
  /** Checks the properties of a filled layer. */
  readonly plain: z.ZodMiniType
  /** Throws a ZodError when a property is wrong. */
  create(properties: unknown): Layer
}

/** A kind that also knows, as a type, what its layers look like in a template. */
export interface LayerKindOf<Type extends string, Properties> extends LayerKind {
  readonly type: Type
  read(json: unknown): WrittenLayer<Type, Properties>
}

/** A layer as a person writes it: every property may be a binding, and defaults may be left out. */
export type WrittenLayer<Type extends string, Properties> = LayerHead & { type: Type } & {
  [Key in keyof Properties as Key extends 'visible' ? never : Key]: Bindable<Properties[Key]>
}

export interface LayerHead {
  id?: string | undefined
  /** The key by which values and other layers address it. */
  name: string
  anchor?: Anchor | undefined
  mask?: Mask | undefined
  onInvalid?: z.output<typeof onInvalidSchema> | undefined
  visible?: boolean | BindingInput | { when: Condition } | undefined
}

const headShape = {
  id: z.optional(z.string().check(z.minLength(1), z.maxLength(200))).apply(describe, 'The unchanged layer'),
  name: z
    .string()
    .check(z.minLength(1), z.maxLength(200))
    .apply(describe, 'Unique name. Values, modifications and anchors refer to the layer by its name'),
  anchor: z.optional(anchorSchema).apply(describe, 'Places the layer next to another one'),
  mask: z.optional(maskSchema).apply(describe, 'Clips the layer to another one'),
  onInvalid: z.optional(onInvalidSchema),
}

type PropertiesOf<Shape extends Record<string, z.ZodMiniType>> = z.input<z.ZodMiniObject<typeof commonShape & Shape>>

/** Makes a kind from plain properties: bindings, conditions and the properties that all kinds share are added to it. */
export function defineLayer<Type extends string, Shape extends Record<string, z.ZodMiniType>>(kind: {
  type: Type
  properties: Shape
  holdsLayers?: boolean
  create: (properties: z.output<z.ZodMiniObject<typeof commonShape & Shape>>) => Layer
}): LayerKindOf<Type, PropertiesOf<Shape>>
export function defineLayer(kind: {
  type: string
  properties: Record<string, z.ZodMiniType>
  holdsLayers?: boolean
  create: (properties: z.output<typeof commonSchema>) => Layer
}) {
  const shape = { ...commonShape, ...kind.properties }
  const plain = z.object(shape)
  const written = bindableShape(shape)
  const schema = z.strictObject({
    type: z.literal(kind.type).apply(describe, 'Type of the layer'),
    ...headShape,
    ...written,
    visible: z
      .optional(z.union([written.visible, whenSchema]))
      .apply(describe, 'Whether the layer is drawn, or `{ "when": … }` with a condition'),
  })
  return {
    type: kind.type,
    holdsLayers: kind.holdsLayers === true,
    shape,
    plain,
    schema,
    read: (json: unknown) => schema.parse(json),
    create: (properties: unknown) => kind.create(plain.parse(properties)),
  }
}
