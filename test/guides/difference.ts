/** Stands in a guide for whatever may be there. */
const anything = '…'

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

function fits(pattern: string, text: string): boolean {
  return new RegExp(`^${pattern.split(anything).map(escaped).join('[\\s\\S]*')}$`).test(text)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function kindOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value
}

function objectDifference(shown: Record<string, unknown>, real: Record<string, unknown>, path: string): string[] {
  const open = Object.hasOwn(shown, anything)
  const names = Object.keys(shown).filter((name) => name !== anything)
  const missing = names.filter((name) => !Object.hasOwn(real, name))
  const unshown = open ? [] : Object.keys(real).filter((name) => !Object.hasOwn(shown, name))
  return [
    ...missing.map((name) => `${path}/${name} is shown, but not answered`),
    ...unshown.map((name) => `${path}/${name} is answered, but not shown`),
    ...names.flatMap((name) => (name in real ? jsonDifference(shown[name], real[name], `${path}/${name}`) : [])),
  ]
}

/**
 * Where an answer is not what a guide shows: other keys, other kinds, other texts (`…` stands for anything, as a key for
 * further keys), other numbers as far as a reader can count them.
 */
export function jsonDifference(shown: unknown, real: unknown, path = ''): string[] {
  if (shown === anything) return []
  if (kindOf(shown) !== kindOf(real)) return [`${path} is ${JSON.stringify(real)}, shown as ${JSON.stringify(shown)}`]
  if (isObject(shown) && isObject(real)) return objectDifference(shown, real, path)
  if (Array.isArray(shown) && Array.isArray(real)) {
    const open = shown.at(-1) === anything
    const items = open ? shown.slice(0, -1) : shown
    if (open ? real.length < items.length : real.length !== items.length) return [`${path} has ${real.length} entries`]
    return items.flatMap((item, index) => jsonDifference(item, real[index], `${path}/${index}`))
  }
  const equal =
    typeof shown === 'string' && typeof real === 'string'
      ? fits(shown, real)
      : shown === real || (typeof shown === 'number' && !(Number.isInteger(shown) && shown < 1000))
  return equal ? [] : [`${path} is ${JSON.stringify(real)}, shown as ${JSON.stringify(shown)}`]
}

/** The same for plain text. */
export function textDifference(shown: string, real: string): string[] {
  return fits(shown.trim(), real.trim()) ? [] : [`printed:\n${real}\nshown:\n${shown}`]
}
