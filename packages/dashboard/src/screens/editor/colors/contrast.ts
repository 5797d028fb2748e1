import { ancestorsOf, isFilled, type LayerId, layerAt, type PropertyPath } from '@pictable/editor'
import { ExpressionError } from '@pictable/renderer/expressions'
import { layerProperties } from '@pictable/renderer/property-schemas'
import { shownValues } from '@pictable/renderer/read-bound'
import { localeOf, luminanceOf, type Rgba, readColor } from '@pictable/renderer/template'
import { effective, partAt } from '#dashboard/screens/editor/properties/values.ts'
import type { EditorState } from '#dashboard/screens/editor/session/state.ts'
import { type Ground, groundsOf } from './grounds.ts'
import { type Behind, countOf, fadedShare, type Share, seenOn } from './shares.ts'

const lightOf = ([red, green, blue]: Rgba) => luminanceOf([red, green, blue])

/** The contrast of WCAG 2, from 1 to 21. */
const ratioOf = (one: number, other: number) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)

/** Where a tenth of the ground makes a colour harder to see. */
const HARD_SHARE = 0.1
const OPAQUE_FROM = 0.5

/**
 * Measures the contrast of WCAG 2, from 1 to 21, of a colour where the ground suits it least, but for a few places;
 * undefined without a ground.
 */
export function contrastOn(ground: readonly Share[]): (color: Rgba) => number | undefined {
  const opaque = ground
    .filter(({ color }) => color[3] >= OPAQUE_FROM)
    .map((share) => ({ ...share, light: lightOf(share.color) }))
  const most = HARD_SHARE * countOf(opaque)
  return (color) => {
    const found = opaque.map(({ light, ...share }) => ({
      ratio: ratioOf(lightOf(seenOn(color, share)), light),
      count: share.count,
    }))
    let passed = 0
    return found
      .toSorted((one, other) => one.ratio - other.ratio)
      .find(({ count }) => {
        passed += count
        return passed > most
      })?.ratio
  }
}

/**
 * The forms of what a property of a layer is, or an entry of it such as `colors.0`, with the values of the record that is
 * looked at; none where that cannot be said.
 */
type ReadForms = (name: string) => readonly unknown[]

type Seen = Pick<EditorState, 'document' | 'values'>

function readerOf({ document, values }: Seen, layer: object & { type: string }): ReadForms {
  return (path) => {
    const [name = '', entry] = path.split('.')
    const value = effective(layerProperties(layer.type)[name] ?? {}, partAt(layer, name))
    const readEntry = (form: unknown) => (entry === undefined ? form : partAt(form, Number(entry)))
    if (!isFilled(value)) return [readEntry(value)]
    const seen = { values, locale: localeOf(document.design, values), onInvalid: partAt(layer, 'onInvalid') }
    try {
      return shownValues(value, { ...seen, isPicture: false }).map(readEntry)
    } catch (error) {
      if (error instanceof ExpressionError) return []
      throw error
    }
  }
}

/** The colours of a paint, of which one is seen at each place; none where nothing is painted, undefined where they are not known. */
function paintedBy(forms: readonly unknown[]): readonly Rgba[] | undefined {
  const [paint] = forms
  if (forms.length === 1 && paint === undefined) return []
  const stops = partAt(paint, 'stops')
  const written = Array.isArray(stops) ? stops.map((stop) => partAt(stop, 'color')) : [forms.find(isColor)]
  const colors = written.map((color) => (typeof color === 'string' ? readColor(color) : undefined))
  return colors.every((color) => color !== undefined) ? colors : undefined
}

const isColor = (value: unknown) => typeof value === 'string' && readColor(value) !== undefined

/** What is behind a layer under paints of its own that lie between; undefined where they are not known. */
function under(behind: readonly Share[], names: readonly string[], read: ReadForms): readonly Share[] | undefined {
  return names.reduce<readonly Share[] | undefined>((below, name) => {
    const paints = paintedBy(read(name))
    if (!below || !paints) return undefined
    if (paints.length === 0) return below
    return paints.flatMap((paint) => {
      if (paint[3] === 1 && below.every(({ fade }) => !fade)) return [{ color: paint, count: countOf(below) }]
      return below.map((share) => ({ ...share, color: seenOn(paint, share) }))
    })
  }, behind)
}

const LARGE_PX = 24
const LARGE_BOLD_PX = 18.66
const BOLD = 700

/** The contrast of WCAG 2 (AA) that a colour needs: more for small text. */
function neededFor({ font }: Ground, read: ReadForms): number {
  if (font === undefined) return 3
  const number = (name: string) => read(name).find((form) => typeof form === 'number')
  const isHeader = font === 'header'
  const size = (isHeader ? number('headerFontSize') : undefined) ?? number('fontSize') ?? 0
  const weight = number(isHeader ? 'headerFontWeight' : 'fontWeight') ?? 0
  return size >= (weight >= BOLD ? LARGE_BOLD_PX : LARGE_PX) ? 3 : 4.5
}

/** Whether a record fills what is at a place in a layer. */
function isFilledAt(layer: object, path: PropertyPath): boolean {
  let part: unknown = layer
  return path.some((key) => {
    part = partAt(part, key)
    return isFilled(part)
  })
}

/** Where a colour is measured. */
interface Measured {
  readonly path: PropertyPath
  /** What each part of the layer that has the colour has of its own, such as the size of words. */
  readonly parts?: readonly object[] | undefined
  /** The colours of what is drawn behind a layer, and behind groups around it. */
  readonly behind: (id: LayerId, groups: readonly LayerId[]) => readonly Behind[]
}

interface Rating {
  readonly ratio: number
  readonly needed: number
}

/** What is behind a layer is drawn for each: more would hold up the page. */
const MAX_LAYERS = 8

type Measure = (color: Rgba) => Rating | undefined

/**
 * Measures how well a colour at a place in the selected layers is told from what it is drawn on: where that is hardest.
 * Undefined for a colour that nothing is said of, and where a ground is not known, such as a picture.
 */
export function contrastAt(state: Seen & Pick<EditorState, 'selection'>, measured: Measured): Measure {
  const { path, parts = [{}], behind } = measured
  const layers = state.selection.flatMap((id) => {
    const layer = layerAt(state.document, id)
    const grounds = layer && groundsOf(layer.type, path)
    return layer && grounds ? [{ id, layer, grounds }] : []
  })
  // What a record fills is not changed, unless a part of what fills all of them is.
  const own = layers.filter(({ layer }) => !isFilledAt(layer, path))
  const changed = own.length > 0 ? own : layers
  if (changed.length > MAX_LAYERS) return () => undefined
  const places = changed.flatMap(({ id, layer, grounds }) => {
    const fades = fadesOf(state, id)
    if (!fades) return [undefined]
    const groups = fades.filter((fade) => fade.id !== id && fade.opacity < 1)
    const opacities = [...groups, ...fades.slice(-1)].map(({ opacity }) => opacity)
    const groupIds = groups.map((fade) => fade.id)
    const shown = behind(id, groupIds).map((each) => fadedShare(each, opacities))
    return parts.flatMap((part) => {
      const read = readerOf(state, { ...layer, ...columnWeight(layer, path), ...part })
      const drawn = grounds.filter(({ when }) => when?.((name) => read(name)[0]) ?? true)
      return drawn.map((ground) => {
        const colors = ground.isUnknown ? undefined : under(shown, ground.over ?? [], read)
        return colors && { contrastOf: contrastOn(colors), needed: neededFor(ground, read) }
      })
    })
  })
  return (color) => {
    if (places.includes(undefined)) return undefined
    const found = places.flatMap((place) => {
      const ratio = place?.contrastOf(color)
      return place && ratio !== undefined ? [{ ratio, needed: place.needed }] : []
    })
    return found.toSorted((one, other) => one.ratio / one.needed - other.ratio / other.needed)[0]
  }
}

/**
 * How opaque a layer and the groups around it are, from the outside in; undefined where they are blended, masked or
 * filtered, or a value that says so is not known: what is seen of their colours then is not known either.
 */
function fadesOf(state: Seen, id: LayerId): readonly { readonly id: LayerId; readonly opacity: number }[] | undefined {
  const fades = [...ancestorsOf(state.document, id), id].map((each) => {
    const layer = layerAt(state.document, each)
    const read = layer && readerOf(state, layer)
    const opacity = read?.('opacity')
      .filter((form) => typeof form === 'number')
      .find((form) => form >= 0 && form <= 1)
    const [blendMode] = read?.('blendMode') ?? []
    const isPlain = blendMode === 'normal' && partAt(layer, 'mask') === undefined && hasNoFilter(layer)
    return opacity !== undefined && isPlain ? { id: each, opacity } : undefined
  })
  return fades.every((fade) => fade !== undefined) ? fades : undefined
}

/** Whether all filters are at the values at which they change nothing. */
function hasNoFilter(layer: (object & { type: string }) | undefined): boolean {
  const filters = partAt(layer, 'filters')
  if (!layer || filters === undefined) return true
  const known = layerProperties(layer.type).filters?.properties ?? {}
  return !isFilled(filters) && Object.entries(Object(filters)).every(([name, value]) => value === known[name]?.default)
}

/** The weight of its own that a column has whose colour is meant. */
function columnWeight(layer: object, [name, at = 0]: PropertyPath): object {
  const fontWeight = name === 'columns' ? partAt(partAt(partAt(layer, name), at), 'fontWeight') : undefined
  return fontWeight === undefined ? {} : { fontWeight }
}
