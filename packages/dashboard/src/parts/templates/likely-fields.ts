import type { CallAnswer, Contract } from '@pictable/client'
import { usualCurrency } from './usual-currency.ts'

type PreviewRecords = CallAnswer<Contract['templates']['records']>
type DataField = PreviewRecords['names'][number]
type PreviewRecord = PreviewRecords['results'][number]

/** A text that is surely a picture. */
export const PICTURE = /^(asset:|data:image\/)|^https?:\/\/[^?#]+\.(png|jpe?g|webp|gif|avif|svg)([?#]|$)/i

const WEB_URL = /^https?:\/\//i
const PRICE_NAME = /\b(prices?|cost|amount|total|subtotal|fee|salary|budget|revenue|preis|betrag|prix|precio)\b/i
const PICTURE_NAME = /\b(photos?|pictures?|images?|img|thumbnails?|logos?|avatars?|fotos?|bild(er)?)\b/i

/** `photoUrl` and `photo_url` as words. */
const wordsOf = (name: string) => name.replaceAll(/(?<=[a-z])(?=[A-Z])|[_\d]+/g, ' ')

/** Whether the URLs of a field are pictures: by their endings, else by the name of the field. */
function holdsPictures({ name, kind }: DataField, values: readonly unknown[]): boolean {
  if (kind !== 'url' && kind !== 'text') return false
  const texts = values.flatMap((value) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : []))
  if (texts.length === 0) return kind === 'url' && PICTURE_NAME.test(wordsOf(name))
  if (!texts.every((text) => WEB_URL.test(text))) return false
  return texts.every((text) => PICTURE.test(text)) || PICTURE_NAME.test(wordsOf(name))
}

/** How a price is shown where the table does not say it: what its name says, for numbers only. */
function priceFormat({ name, format }: DataField, values: readonly unknown[]): DataField['format'] {
  if (format !== null || !PRICE_NAME.test(wordsOf(name))) return format
  const numbers = values.filter((value) => value !== null && value !== undefined && value !== '')
  const areNumbers = numbers.length > 0 && numbers.every((value) => Number.isFinite(Number(value)))
  return areNumbers ? { type: 'currency', currency: usualCurrency() } : null
}

/**
 * What fields most likely are where their table has no kind for it: URLs of pictures are pictures, also where the record
 * that is shown has none, and prices are amounts of money.
 */
export const likelyFields = (fields: readonly DataField[], records: readonly PreviewRecord[]): readonly DataField[] =>
  fields.map((field) => {
    const values = records.map(({ values: own }) => own[field.name])
    if (holdsPictures(field, values)) return { ...field, kind: 'attachments' }
    return { ...field, format: priceFormat(field, values) }
  })
