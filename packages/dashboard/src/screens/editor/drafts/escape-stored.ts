import { escapeDesign, type TextSyntax } from '@pictable/renderer/template'

/** What sets a property does not say of which kind the layer is: one that has such a property. */
const kinds: Readonly<Record<string, string>> = {
  text: 'text',
  value: 'qr-code',
  logo: 'qr-code',
  src: 'image',
  fallback: 'image',
  fill: 'rectangle',
  rows: 'table',
}

/** What an earlier release took for text. */
const TAKEN_AS_TEXT = ['{{', 'link=', '"bind":', '"expression":']

/** A history or its entries, of before there were expressions, links or filled cells, as a release of now writes them. */
export function escapeStored<Stored extends object>(stored: Stored, syntax: TextSyntax): Stored {
  const json = JSON.stringify(stored)
  if (!TAKEN_AS_TEXT.some((part) => json.includes(part))) return stored
  return JSON.parse(json, (_key, part: unknown) => escapePart(part, syntax))
}

/** Escapes a layer, without those inside, or a command that sets a text. */
function escapePart(part: unknown, syntax: TextSyntax): unknown {
  if (typeof part !== 'object' || part === null || !('type' in part)) return part
  if (part.type === 'set') return escapeSet(part, syntax)
  const own = Object.entries(part).filter(([key]) => key !== 'children')
  return { ...part, ...escapeLayer(Object.fromEntries(own), syntax) }
}

function escapeSet(command: object, syntax: TextSyntax): object {
  if (!('path' in command && 'value' in command)) return command
  const [key, ...rest]: unknown[] = Array.isArray(command.path) ? command.path : []
  const type = typeof key === 'string' && rest.length === 0 && Object.hasOwn(kinds, key) ? kinds[key] : undefined
  if (type === undefined || typeof key !== 'string') return command
  return { ...command, value: Reflect.get(escapeLayer({ type, [key]: command.value }, syntax), key) }
}

function escapeLayer(layer: object, syntax: TextSyntax): object {
  const [escaped] = escapeDesign({ layers: [layer] }, syntax).layers
  return escaped ?? layer
}
