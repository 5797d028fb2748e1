import { escapeBraces, escapeDesign, isDataUrl } from '@pictable/renderer/template'

/** The properties in which expressions may stand. What sets one does not say of which kind the layer is. */
const texts: ReadonlySet<unknown> = new Set(['text', 'value', 'src'])

/** A history or its entries, of before there were expressions and `{{` was nothing but text, as a release of now writes them. */
export function escapeStored<Stored extends object>(stored: Stored): Stored {
  const json = JSON.stringify(stored)
  return json.includes('{{') ? JSON.parse(json, escapePart) : stored
}

/** Escapes a layer, without those inside, or a command that sets a text. */
function escapePart(_key: string, part: unknown): unknown {
  if (typeof part !== 'object' || part === null || !('type' in part)) return part
  if (part.type === 'set') return escapeSet(part)
  const own = Object.entries(part).filter(([key]) => key !== 'children')
  const [layer] = escapeDesign({ layers: [Object.fromEntries(own)] }).layers
  return { ...part, ...layer }
}

function escapeSet(command: object): object {
  if (!('path' in command && 'value' in command) || typeof command.value !== 'string') return command
  const [key, ...rest]: unknown[] = Array.isArray(command.path) ? command.path : []
  const isPicture = key === 'src' && isDataUrl(command.value)
  return texts.has(key) && rest.length === 0 && !isPicture
    ? { ...command, value: escapeBraces(command.value) }
    : command
}
