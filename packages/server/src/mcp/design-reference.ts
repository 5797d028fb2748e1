import { z } from 'zod'
import { describeDesigns } from '#core/template/describe-template.ts'
import { DesignWords } from './design-words.ts'
import type { Content, Tool } from './tool.ts'

const inputShape = z.object({
  types: z
    .array(z.string())
    .max(20)
    .default([])
    .meta({ description: 'Types of layers, such as ["text", "image"]. Default: the page, and the names of all types' }),
})

const example = {
  schema: 1,
  width: 1200,
  height: 630,
  background: '#f6f2ea',
  layers: [
    { type: 'image', name: 'photo', x: 640, y: 0, width: 560, height: 630, src: { bind: 'Photo' }, fit: 'cover' },
    {
      ...{ type: 'text', name: 'title', x: 60, y: 80, width: 520, height: 300, text: { bind: 'Name' } },
      ...{ fontFamily: 'Inter', fontSize: 72, fontWeight: 800, fit: 'shrink', minFontSize: 28, fill: '#1f2937' },
    },
    {
      ...{ type: 'text', name: 'price', x: 60, y: 470, width: 520, height: 90, fontSize: 56 },
      text: { bind: 'Price', format: { type: 'currency', currency: 'EUR' } },
    },
  ],
}

const rules = `A design is JSON: a page and its layers, from back to front.
Any property may have a value of a record instead: {"bind": "Name of the field", "fallback": "…", "format": {…}}, or the result of an
expression: {"expression": "Stock > 0 ? \\"green\\" : \\"red\\""}. Texts may also have placeholders: "Only {{Price}}".
Give every layer a short name of its own. Give texts "fit": "shrink" with a minFontSize, so that long values fit. Use a fallback where a
value may be empty. Check the design with design_check before you save it, and correct what its warnings say.`

let words: DesignWords | undefined

function answer(types: readonly string[]): Content[] {
  words ??= new DesignWords(describeDesigns())
  const layers = words.layers()
  const known = [...layers.keys()].join(', ')
  const parts =
    types.length === 0
      ? [rules, `Page:\n${words.page()}`, `Types of layers: ${known}`, `Example:\n${JSON.stringify(example)}`]
      : types.map((type) => {
          const members = layers.get(type)
          return members === undefined ? `There is no type "${type}". There are: ${known}` : `${type}:\n${members}`
        })
  return [{ type: 'text', text: parts.join('\n\n') }]
}

/** How designs are written, for models: the JSON Schema of the API is too long for them. */
export const designReference: Tool = {
  name: 'design_reference',
  title: 'Read how to write a design',
  description:
    'Rules, an example, and the properties of the page and of each type of layer. Read it before you write a design: first without types, then with the types that you need',
  scope: null,
  isForLimitedKeys: true,
  input: z.toJSONSchema(inputShape, { io: 'input' }),
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  async call(_client, input) {
    return answer(inputShape.catch({ types: [] }).parse(input).types)
  },
}
