import { changeableProperties } from '@pictable/renderer/template'
import { apply } from '#editor/document/apply.ts'
import type { Command, LayerId } from '#editor/document/command.ts'
import { CommandError } from '#editor/document/command-error.ts'
import { type EditorDocument, layerAt } from '#editor/document/document.ts'
import { isObject, type JsonObject } from '#editor/document/json.ts'

/** Place, size, name and content, of all kinds or of one: what is not style. */
const NOT_STYLE = new Set([
  ...['type', 'id', 'name', 'anchor', 'mask', 'children', 'visible'],
  ...['x', 'y', 'width', 'height', 'rotation', 'rotationOrigin', 'flip'],
  ...[
    'text',
    'markup',
    'language',
    'src',
    'fallback',
    'onMissing',
    'svg',
    'focalPoint',
    'zoom',
    'logo',
    'value',
    'max',
  ],
  ...['values', 'labels', 'rows', 'headerRow', 'columns', 'points', 'path', 'shape'],
  // Which values a code takes. In a chart it is how numbers look.
  'barcode.format',
])

const isStyle = (type: string, key: string) => !NOT_STYLE.has(key) && !NOT_STYLE.has(`${type}.${key}`)

/** How a layer looks, apart from its place, size, name and content. */
export interface CopiedStyle {
  readonly type: string
  readonly properties: JsonObject
}

/** Undefined for an unknown layer. */
export function copyStyle(document: EditorDocument, id: LayerId): CopiedStyle | undefined {
  const layer = layerAt(document, id)
  if (!layer) return undefined
  return {
    type: layer.type,
    properties: Object.fromEntries(Object.entries(layer).filter(([key]) => isStyle(layer.type, key))),
  }
}

/**
 * The command that gives layers a style. A layer of another kind takes over the properties that both kinds have. Throws a
 * CommandError when none of the layers can take over anything.
 */
export function pasteStyle(document: EditorDocument, ids: readonly LayerId[], style: CopiedStyle): Command {
  const commands = ids.flatMap((id) => styleCommands(document, id, style))
  if (commands.length === 0)
    throw new CommandError('The copied style has no property that the selected layers support.')
  return { type: 'batch', commands }
}

function styleCommands(
  document: EditorDocument,
  target: LayerId,
  { type, properties }: CopiedStyle,
): readonly Command[] {
  const layer = layerAt(document, target)
  if (!layer) return []
  const known = changeableProperties(layer).filter((key) => isStyle(layer.type, key))
  // Of the same kind, what the style does not say has its default.
  const keys = layer.type === type ? known : known.filter((key) => key in properties)
  return keys.flatMap((key): Command[] => {
    const present = isObject(layer) ? layer[key] : undefined
    if (present === undefined && properties[key] === undefined) return []
    const command: Command = { type: 'set', target, path: [key], value: properties[key] }
    return isApplicable(document, command) ? [command] : []
  })
}

/** The same property of another kind may take other values. */
function isApplicable(document: EditorDocument, command: Command): boolean {
  try {
    apply(document, command)
    return true
  } catch (error) {
    if (error instanceof CommandError) return false
    throw error
  }
}
