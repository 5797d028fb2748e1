import {
  changeableProperties,
  changeProblem,
  everyLayer,
  mayChange,
  type TemplateLayer,
} from '@pictable/renderer/template'
import type { ErrorDetail } from '#core/errors.ts'
import { pointer } from '#core/pointer.ts'
import type { Modification } from '#core/ports/renderer.ts'
import { refuseIfAny } from '#core/refuse.ts'
import { listed } from '#core/words.ts'
import type { TemplateDesign } from './template.ts'

/** What other services call a property. */
type Aliases = Readonly<Record<string, string>>

const codeAliases: Aliases = {
  data: 'value',
  text: 'value',
  content: 'value',
  color: 'fill',
  backgroundColor: 'background',
}
const shapeAliases: Aliases = { color: 'fill', background: 'fill', backgroundColor: 'fill', borderRadius: 'radius' }
const pictureAliases: Aliases = { imageUrl: 'src', image: 'src', url: 'src', source: 'src' }

/** By kind of layer, in camelCase: `font_family` and `fontFamily` are the same. */
const aliasesByKind: Readonly<Record<string, Aliases>> = {
  text: {
    content: 'text',
    value: 'text',
    color: 'fill',
    fontColor: 'fill',
    background: 'highlight',
    backgroundColor: 'highlight',
    font: 'fontFamily',
    textAlign: 'align',
    textAlignH: 'align',
    textAlignV: 'verticalAlign',
  },
  image: { ...pictureAliases, borderRadius: 'radius', objectFit: 'fit' },
  svg: { ...pictureAliases, color: 'fill', objectFit: 'fit' },
  rectangle: shapeAliases,
  ellipse: shapeAliases,
  polygon: shapeAliases,
  star: shapeAliases,
  group: shapeAliases,
  line: { fill: 'color', background: 'color', backgroundColor: 'color', borderColor: 'color' },
  rating: { rating: 'value', stars: 'value', color: 'fill' },
  'qr-code': { ...codeAliases, target: 'value', url: 'value', imageUrl: 'logo' },
  barcode: { ...codeAliases, barCodeData: 'value' },
}

function camelCased(key: string): string {
  return key.replaceAll(/[_-]([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

export interface Change {
  property: string
  value: unknown
}

/** The property that is meant, and its value; undefined for one that the layer lacks. */
export function meant(layer: TemplateLayer, key: string, value: unknown): Change | undefined {
  if (mayChange(layer, key)) return { property: key, value }
  const name = camelCased(key)
  if (mayChange(layer, name)) return { property: name, value }
  if ((name === 'hide' || name === 'hidden') && typeof value === 'boolean')
    return { property: 'visible', value: !value }
  const aliases = aliasesByKind[layer.type] ?? {}
  const property = Object.hasOwn(aliases, name) ? aliases[name] : undefined
  if (property === undefined) return undefined
  return { property, value: property === 'verticalAlign' && value === 'center' ? 'middle' : value }
}

/** Why nothing is meant, for people. */
export function unknownProperty(layer: TemplateLayer, key: string): string {
  const there = listed(changeableProperties(layer), 60)
  return `The layer "${layer.name}" (${layer.type}) has no property "${key}". It has: ${there}.`
}

function readOne(
  layer: TemplateLayer,
  given: Modification,
  index: number,
): { read: Modification; errors: ErrorDetail[] } {
  const read: Modification = { name: layer.name }
  const errors: ErrorDetail[] = []
  for (const [key, value] of Object.entries(given)) {
    if (key === 'name') continue
    const change = meant(layer, key, value)
    const refuse = (detail: string) => errors.push({ pointer: pointer('modifications', index, key), detail })
    if (!change) refuse(unknownProperty(layer, key))
    else if (change.property !== key && value === null) {
      // Services that send every name send null for what shall stay.
    } else if (Object.hasOwn(read, change.property)) {
      refuse(`The property "${change.property}" of the layer "${layer.name}" is given twice.`)
    } else {
      const problem = changeProblem(layer, change.property, change.value)
      if (problem !== undefined) refuse(problem)
      read[change.property] = change.value
    }
  }
  return { read, errors }
}

/**
 * Modifications in the properties of the design's own layers: the names that other services use are understood
 * (`image_url`, `color`, `font_family` …). @throws AppError `invalid_request` that points at each unknown layer and property
 * and each value that does not suit
 */
export function readModifications(design: TemplateDesign, modifications: readonly Modification[]): Modification[] {
  const layers = new Map(everyLayer(design).map(({ layer }) => [layer.name, layer]))
  const there = layers.size === 0 ? 'The template has no layers.' : `There are: ${listed([...layers.keys()])}.`
  const errors: ErrorDetail[] = []
  const read = modifications.map((given, index) => {
    const layer = layers.get(given.name)
    if (!layer) {
      errors.push({
        pointer: pointer('modifications', index, 'name'),
        detail: `There is no layer named "${given.name}". ${there}`,
      })
      return given
    }
    const one = readOne(layer, given, index)
    errors.push(...one.errors)
    return one.read
  })
  refuseIfAny(errors, 'The modifications do not match the template.')
  return read
}
