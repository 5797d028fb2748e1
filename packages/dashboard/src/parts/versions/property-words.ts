import { fullTitleOf } from '#dashboard/strings/en/property-titles.ts'

/** `fill.stops[0].color` as people read it: "Fill, stops 1, colour". */
export function propertyWords(property: string): string {
  const parts = [...property.matchAll(/([^.[\]]+)((?:\[\d+\])*)/g)].map(([, name = '', places = '']) => {
    const numbers = [...places.matchAll(/\d+/g)].map(([index]) => Number(index) + 1)
    return [fullTitleOf(name), ...numbers].join(' ')
  })
  return parts.map((part, at) => (at === 0 ? part : part.charAt(0).toLowerCase() + part.slice(1))).join(', ')
}
