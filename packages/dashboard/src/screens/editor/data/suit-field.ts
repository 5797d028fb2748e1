import type { Box } from '@pictable/editor'
import type { TemplateLayer } from '@pictable/renderer/browser'
import { PICTURE } from '#dashboard/parts/templates/likely-fields.ts'
import { newLayers } from '#dashboard/screens/editor/session/new-layer.ts'
import type { Field } from '#dashboard/screens/editor/typing/fields.ts'
import { rebound } from './shown-as.ts'

type Kind = TemplateLayer['type']

const ADDRESS = /^(https?:\/\/|asset:|data:image\/)/i
const COLOR = /^#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i
const BARCODE_NAME = /\b(ean|gtin|upc|isbn|barcode)\b/i
const RATING_NAME = /\b(rating|stars|score|review)\b/i
const COLOR_NAME = /\bcolou?rs?\b/i
const MAX_RATING = 5

const textOf = ({ value }: Field) => (typeof value === 'string' ? value.trim() : '')
const isEmpty = ({ value }: Field) => value === null || value === undefined || value === ''

function numberOf({ value }: Field): number {
  return typeof value === 'number'
    ? value
    : typeof value === 'string' && value.trim() !== ''
      ? Number(value)
      : Number.NaN
}

/** A list that a table or chart can show; undefined for any other value. */
function listOf(field: Field): readonly unknown[] | undefined {
  if (Array.isArray(field.value)) return field.value
  const text = textOf(field)
  if (!text.startsWith('[')) return undefined
  try {
    const json: unknown = JSON.parse(text)
    return Array.isArray(json) ? json : undefined
  } catch {
    return undefined
  }
}

const isPicture = (field: Field) => field.kind === 'attachments' || PICTURE.test(textOf(field))
const isColor = (field: Field) => COLOR.test(textOf(field)) || (isEmpty(field) && COLOR_NAME.test(field.name))
const isNumber = (field: Field) => field.kind === 'number' || Number.isFinite(numberOf(field))

function isRating(field: Field): boolean {
  const number = isEmpty(field) ? 0 : numberOf(field)
  return RATING_NAME.test(field.name) && number >= 0 && number <= MAX_RATING
}

function areNumbers(field: Field): boolean {
  const list = listOf(field) ?? textOf(field).split(/[,;]\s*/)
  return list.length > 1 && list.every((each) => each !== '' && Number.isFinite(Number(each)))
}

/** Digits that a code of shops can have, else undefined. */
function barcodeFormat(field: Field): 'ean-13' | 'ean-8' | 'upc-a' | undefined {
  const { length } = /^\d*$/.exec(String(field.value ?? ''))?.[0] ?? ''
  return ({ 13: 'ean-13', 8: 'ean-8', 12: 'upc-a' } as const)[length]
}

/** The kind of layer that shows a field best. */
export function kindForField(field: Field): Kind {
  if (isPicture(field)) return 'image'
  if (field.kind === 'url' || /^https?:\/\//i.test(textOf(field))) return 'qr-code'
  if (BARCODE_NAME.test(field.name)) return 'barcode'
  if (isRating(field)) return 'rating'
  const list = listOf(field)
  if (list?.length && areNumbers(field)) return 'chart'
  if (list?.length && list.every((each) => typeof each === 'object')) return 'table'
  return 'text'
}

/** Where the value of a field goes in a layer. */
export interface Slot {
  readonly property: string
  /** What is written there for a binding. */
  write(binding: object): unknown
}

type SlotOf = (field: Field) => Slot | undefined

const as = (property: string): Slot => ({ property, write: (binding) => binding })
const asPicture: Slot = { property: 'fill', write: (binding) => ({ type: 'picture', src: binding }) }

const isAddress = (field: Field) => field.kind === 'url' || ADDRESS.test(textOf(field))
const asSource: SlotOf = (field) => (isPicture(field) || isAddress(field) ? as('src') : undefined)
const written =
  (property: string): SlotOf =>
  (field) =>
    isPicture(field) ? undefined : as(property)
const when =
  (suits: (field: Field) => boolean, property: string): SlotOf =>
  (field) =>
    suits(field) ? as(property) : undefined

const inShape: SlotOf = (field) => (isPicture(field) ? asPicture : isColor(field) ? as('fill') : undefined)

const slots: Readonly<Partial<Record<Kind, SlotOf>>> = {
  text: written('text'),
  'path-text': written('text'),
  image: asSource,
  svg: asSource,
  'qr-code': written('value'),
  barcode: written('value'),
  rating: when(isNumber, 'value'),
  chart: when((field) => areNumbers(field) || field.kind === 'json', 'values'),
  table: when((field) => listOf(field) !== undefined || field.kind === 'json', 'rows'),
  rectangle: inShape,
  ellipse: inShape,
  polygon: inShape,
  star: inShape,
  line: when(isColor, 'color'),
}

/** The property of a kind of layer that takes a field; undefined where none does. */
export const slotFor = (type: Kind, field: Field): Slot | undefined => slots[type]?.(field)

/** A new layer that shows a field. */
export function layerForField(field: Field, { box, locale }: { box: Box; locale: string | undefined }): TemplateLayer {
  const type = kindForField(field)
  const { property } = slotFor(type, field) ?? as('text')
  const bound = { name: field.name.slice(0, 200), [property]: rebound(null, field, { property, locale, fields: [] }) }
  const layer: TemplateLayer = { ...newLayers[type].make(box), ...bound }
  const format = barcodeFormat(field)
  if (layer.type === 'barcode') return { ...layer, format: format ?? 'code-128' }
  // Records have longer and shorter texts than the one that is seen.
  return layer.type === 'text' ? { ...layer, fit: 'shrink' } : layer
}
