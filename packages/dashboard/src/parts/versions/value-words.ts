import * as v from 'valibot'
import { t } from '#dashboard/strings/versions.ts'

const binding = v.looseObject({ bind: v.string(), fallback: v.optional(v.unknown()) })
const gradient = v.looseObject({
  type: v.picklist(['linear', 'radial', 'conic']),
  stops: v.array(v.looseObject({ color: v.unknown() })),
})
const picture = v.looseObject({ type: v.literal('picture'), src: v.unknown() })

const isBlank = (value: unknown) => value === undefined || value === ''

/** A value of a property as people read it, whatever it is made of. */
export function valueWords(value: unknown): string {
  if (value === undefined || value === null) return t('templates.nothing')
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return value.map(valueWords).join(', ')
  if (v.is(binding, value)) {
    const { bind: name, fallback } = value
    return isBlank(fallback)
      ? t('versions.value_field', { name })
      : t('versions.value_field_or', { name, fallback: valueWords(fallback) })
  }
  if (v.is(gradient, value)) {
    const colors = value.stops.map(({ color }) => valueWords(color)).join(', ')
    return t(`versions.value_${value.type}`, { colors })
  }
  if (v.is(picture, value)) return t('versions.value_picture', { src: valueWords(value.src) })
  return Object.entries(value)
    .map(([name, part]) => `${name}: ${valueWords(part)}`)
    .join(', ')
}
