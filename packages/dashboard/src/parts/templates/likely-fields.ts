import type { CallAnswer, Contract } from '@pictable/client'

type PreviewRecords = CallAnswer<Contract['templates']['records']>
type DataField = PreviewRecords['names'][number]
type PreviewRecord = PreviewRecords['results'][number]

/** A text that is surely a picture. */
export const PICTURE = /^(asset:|data:image\/)|^https?:\/\/[^?#]+\.(png|jpe?g|webp|gif|avif|svg)([?#]|$)/i

const WEB_URL = /^https?:\/\//i
const PRICE_NAME = /\b(prices?|cost|fee|salary|revenue|preis|prix|precio)\b/i
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

/** A price whose table has no format for it has two decimals. Which currency it is in, no one can know. */
const priceFormat = ({ name, kind, format }: DataField): DataField['format'] =>
  format === null && kind === 'number' && PRICE_NAME.test(wordsOf(name))
    ? { type: 'number', minimumDigits: 2, maximumDigits: 2 }
    : format

/**
 * What fields most likely are where their table has no kind for it: URLs of pictures are pictures, also where the record
 * that is shown has none, and prices have two decimals.
 */
export const likelyFields = (fields: readonly DataField[], records: readonly PreviewRecord[]): readonly DataField[] =>
  fields.map((field) => {
    const values = records.map(({ values: own }) => own[field.name])
    if (holdsPictures(field, values)) return { ...field, kind: 'attachments' }
    return { ...field, format: priceFormat(field) }
  })
