import { plainText, writeText } from '@pictable/editor/text'
import type { Values } from '@pictable/renderer/browser'
import { bounded, ExpressionError, fillText, namesIn, readWrittenText } from '@pictable/renderer/expressions'

interface Filling {
  readonly values: Values
  readonly locale: string
  readonly markup: boolean
}

/** As much is done at each key. */
const MAX_WORK = 100_000

/** The name of the field, or what is between the braces. */
function labelOf(source: string): string {
  const [part] = readWrittenText(source).parts
  if (typeof part === 'object' && part.expression.kind === 'name') return part.expression.name
  return source.slice(2, -2).trim()
}

/** The only name that is between the braces; undefined where there is none, or several. */
export function nameOfChip(source: string): string | undefined {
  const [part] = readWrittenText(source).parts
  const names = typeof part === 'object' ? new Set(namesIn(part.expression).map(({ name }) => name)) : new Set<string>()
  return names.size === 1 ? [...names][0] : undefined
}

/** What an expression makes of the values; undefined where it makes nothing of them. */
export function resultOfChip(source: string, { values, locale }: Omit<Filling, 'markup'>): string | undefined {
  const look = (name: string) => (Object.hasOwn(values, name) ? values[name] : undefined)
  const scope = { look, locale, warn: () => undefined }
  try {
    const filled = fillText(readWrittenText(source), bounded(scope, MAX_WORK))
    return filled.trim() === '' ? undefined : filled
  } catch (error) {
    if (error instanceof ExpressionError) return undefined
    throw error
  }
}

/** Whether a text between braces can be read. */
export function isExpression(source: string): boolean {
  try {
    readWrittenText(source)
    return true
  } catch (error) {
    if (error instanceof ExpressionError) return false
    throw error
  }
}

/** A chip as it is drawn: where it shows nothing, its name is there. */
export function fillChip(source: string, filling: Filling): string {
  return resultOfChip(source, filling) ?? writeText(plainText(labelOf(source)), { ...filling, stars: false })
}
