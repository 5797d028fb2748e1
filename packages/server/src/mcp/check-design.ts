import { type Client, contract } from '@pictable/client'
import { z } from 'zod'
import { contentOf } from './content.ts'
import type { Tool } from './tool.ts'

const { draw, records } = contract.templates

const inputShape = z.object({
  design: draw.body.shape.design,
  source: records.body.shape.source.exactOptional().meta({
    description: 'Records of an action or a table. Those that are most likely to break the design are rendered',
  }),
  values: draw.body.shape.values.meta({
    description:
      'Without a source: the values of one record. The design is also rendered with long and with empty values',
  }),
  limit: z.int().min(1).max(6).default(3).meta({ description: 'Number of records' }),
  width: z.int().min(100).max(1200).default(600).meta({ description: 'Width of the pictures in pixels' }),
})

type Values = z.output<typeof draw.body.shape.values>

interface Case {
  name: string
  because?: string[]
  values: Values
}

/** Long words and many of them: what designs fail at. */
const longText = 'Extraordinarily comprehensive description with considerably more words than anyone had planned for'

async function worstRecords(client: Client, body: z.input<typeof records.body>): Promise<Case[]> {
  const { results } = await client.templates.records({ body })
  return results.map(({ label, because, values }) => ({
    name: `record "${label}"`,
    because: because.map(({ message }) => message),
    values,
  }))
}

/** The same with each text long, and empty. */
function madeUp(values: Values, texts: readonly string[]): Case[] {
  if (texts.length === 0) return []
  const all = (text: string) => ({ ...values, ...Object.fromEntries(texts.map((name) => [name, text])) })
  return [
    { name: 'long texts', values: all(longText) },
    { name: 'empty texts', values: all('') },
  ]
}

const namesOf = (variables: readonly { name: string }[]) => [...new Set(variables.map(({ name }) => name))]

/** Renders a design with the values that are hardest for it, so that a model sees what to correct. */
export const checkDesign: Tool = {
  name: 'design_check',
  title: 'Render a design with worst-case values',
  description:
    'Returns a picture per record with its warnings and errors. Nothing is stored. Correct the design until there are no warnings and the pictures look right',
  scope: draw.scope,
  isForLimitedKeys: false,
  input: z.toJSONSchema(inputShape, { io: 'input', unrepresentable: 'any' }),
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  async call(client, asked, signal) {
    const { design, values, width, source, limit } = inputShape.parse(asked)
    const renderAll = async (cases: readonly Case[]) => {
      const rendered = []
      for (const { values: filled, ...each } of cases)
        rendered.push({
          ...each,
          drawn: await client.templates.draw({ body: { design, values: filled, width }, signal }),
        })
      return rendered
    }
    const given: Case[] = [{ name: 'the given values', values }]
    const rendered = await renderAll(
      source === undefined ? given : await worstRecords(client, { source, design, limit }),
    )
    const [first] = rendered
    if (first === undefined) return contentOf({ cases: [], note: 'The source has no records.' })
    const { variables, fonts, assets } = first.drawn
    const texts = namesOf(variables.filter(({ kind }) => kind === 'text'))
    if (source === undefined) rendered.push(...(await renderAll(madeUp(values, texts))))
    const cases = rendered.map(({ name, because, drawn: { image, error, warnings } }) => ({
      ...{ case: name, because, error, warnings, picture: image?.data ?? null },
    }))
    return contentOf({ cases, fields: namesOf(variables), fonts, assets })
  },
}
