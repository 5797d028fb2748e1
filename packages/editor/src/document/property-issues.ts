import type { PropertyPath } from './command.ts'
import type { CommandError } from './command-error.ts'
import { isObject } from './json.ts'
import { keysOf } from './keys-of.ts'

/** What is wrong with a property, and of which layer it is: none for the page. */
export interface PropertyIssue {
  readonly layer: string | undefined
  /** Within the layer or the page: `['text', 'format', 'currency']`. */
  readonly path: PropertyPath
  readonly message: string
}

/** The innermost layer on a path, and the path from there. */
function placeIn(part: unknown, path: PropertyPath, layer?: string): Omit<PropertyIssue, 'message'> {
  const [list, at, ...rest] = path
  const layers = isObject(part) && (list === 'layers' || list === 'children') ? part[list] : undefined
  const own: unknown = Array.isArray(layers) && typeof at === 'number' ? layers[at] : undefined
  return isObject(own) && typeof own.name === 'string' ? placeIn(own, rest, own.name) : { layer, path }
}

/** What is wrong with the design that a command would have made. */
export const propertyIssues = ({ refused }: CommandError): readonly PropertyIssue[] =>
  refused?.issues.map(({ path, message }) => ({ ...placeIn(refused.design, keysOf(path)), message })) ?? []
