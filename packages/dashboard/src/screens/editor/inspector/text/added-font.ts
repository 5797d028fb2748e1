import { type Command, type EditorDocument, isFilled, type LayerId, layerAt } from '@pictable/editor'
import { DEFAULT_FAMILY } from '#dashboard/screens/editor/messages/layer-messages.ts'

/** As many families a text may name. */
const MAX_FAMILIES = 10

/** These name one font only: it is replaced. */
const HAVE_ONE_FONT = new Set<string>(['barcode', 'chart'])

/** Lets another font provide the letters that the fonts of a layer lack, in the header of a table as well; what a record fills stays. */
export function addedFont(document: EditorDocument, target: LayerId, family: string): readonly Command[] {
  const layer = layerAt(document, target)
  if (!layer) return []
  const header: unknown = Reflect.get(layer, 'headerFontFamily')
  const written: readonly [string, unknown][] = [
    ['fontFamily', Reflect.get(layer, 'fontFamily') ?? DEFAULT_FAMILY],
    // A header that names none has those of its table.
    ...(header === undefined ? [] : [['headerFontFamily', header] satisfies [string, unknown]]),
  ]
  return written.flatMap(([name, before]): Command[] => {
    if (isFilled(before)) return []
    if (HAVE_ONE_FONT.has(layer.type)) return [{ type: 'set', target, path: [name], value: family }]
    const families = [before].flat().slice(0, MAX_FAMILIES - 1)
    return [{ type: 'set', target, path: [name], value: [...new Set([...families, family])] }]
  })
}
