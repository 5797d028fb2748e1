import { layerSchema } from './kinds.ts'
import { childrenOf } from './layer-tree.ts'
import { tooDeep } from './nesting.ts'
import {
  contradictions,
  parseTemplate,
  type Template,
  type TemplateInput,
  type TemplateLayer,
  templateSchema,
} from './template.ts'

/** Parses templates of which most layers were parsed before. */
export type TemplateParser = (input: TemplateInput) => Template

/**
 * Makes a parser that returns the same layer for the same object, at any depth: a design of which one layer changed costs
 * little more than that layer. What was parsed must not be changed afterwards. Throws what `parseTemplate()` throws.
 */
export function createTemplateParser(): TemplateParser {
  const known = new WeakMap<object, TemplateLayer>()

  /** Undefined when it is wrong: the parser of whole templates then says what and where. */
  function parseLayer(input: TemplateLayer): TemplateLayer | undefined {
    if (typeof input !== 'object' || input === null) return undefined
    const before = known.get(input)
    if (before) return before
    const layer = readLayer(input)
    if (layer) known.set(input, layer)
    return layer
  }

  function readLayer(input: TemplateLayer): TemplateLayer | undefined {
    const inside: unknown = input.type === 'group' ? input.children : []
    if (!Array.isArray(inside)) return undefined
    const own = layerSchema.safeParse(input.type === 'group' ? { ...input, children: [] } : input)
    if (!own.success || own.data.type !== 'group') return own.data
    const children = parseLayers(childrenOf(input))
    return children && { ...own.data, children }
  }

  function parseLayers(inputs: readonly TemplateLayer[]): TemplateLayer[] | undefined {
    const layers: TemplateLayer[] = []
    for (const input of inputs) {
      const layer = parseLayer(input)
      if (!layer) return undefined
      layers.push(layer)
    }
    return layers
  }

  function parse(input: TemplateInput): Template | undefined {
    if (typeof input !== 'object' || input === null || !Array.isArray(input.layers) || tooDeep(input)) return undefined
    const page = templateSchema.safeParse({ ...input, layers: [] })
    const layers = page.success ? parseLayers(input.layers) : undefined
    const template = page.data && layers && { ...page.data, layers }
    return template && contradictions(template).length === 0 ? template : undefined
  }

  return (input) => parse(input) ?? parseTemplate(input)
}
