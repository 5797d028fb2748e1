import type { TemplateLayer } from '@pictable/renderer/browser'
import { layerProperties } from '@pictable/renderer/property-schemas'
import { effective } from './values.ts'

/**
 * How high the box of a text has to be for one line of a font size, where its fit would shrink that line; undefined where
 * there is room, or where something else decides.
 */
export function heightForLine(layer: TemplateLayer, fontSize: unknown): number | undefined {
  if (layer.type !== 'text' || typeof fontSize !== 'number') return undefined
  const { fit, lineHeight } = layerProperties('text')
  const perPx = lineHeight && effective(lineHeight, layer.lineHeight)
  const shrinks = fit && effective(fit, layer.fit) === 'shrink'
  if (!shrinks || typeof perPx !== 'number' || typeof layer.height !== 'number') return undefined
  const needed = Math.ceil(fontSize * perPx)
  return needed > layer.height ? needed : undefined
}
