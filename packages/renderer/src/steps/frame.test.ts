import { expect, test } from 'vitest'
import { createRenderer } from '#renderer/create-renderer.ts'
import { parseTemplate } from '#renderer/template.ts'

const template = parseTemplate({
  schema: 1,
  width: 401,
  height: 300,
  background: { type: 'linear', angle: 30, stops: [{ color: '#ffeecc' }, { color: '#2266aa' }] },
  layers: [
    { type: 'ellipse', name: 'Sun', x: 250, y: 20, width: 120, height: 120, fill: '#ffcc00' },
    { type: 'rectangle', name: 'Ground', x: 0, y: 250, width: 401, height: 50, fill: '#224422' },
    {
      type: 'text',
      name: 'Title',
      x: 33,
      y: 40,
      width: 150,
      height: 30,
      fontSize: 20,
      text: { bind: 'Title' },
      fit: 'grow',
    },
    { type: 'text', name: 'Price', x: 300, y: 200, width: 60, height: 20, fontSize: 16, text: { bind: 'Price' } },
  ],
})
const records = ['One', 'A title over many lines, far longer than the others', '', 'gÅj', 'One'].map(
  (Title, index) => ({
    Title,
    Price: `${index * 17}`,
  }),
)

async function bytesOf(renderer: ReturnType<typeof createRenderer>, values: (typeof records)[number]): Promise<string> {
  const { files } = await renderer.render({ template, values })
  return Buffer.from(files[0]?.bytes ?? []).toString('base64')
}

test('render() leaves nothing of a record in the pictures of others, one by one or at once', async () => {
  const alone = await Promise.all(records.map((values) => bytesOf(createRenderer(), values)))
  const renderer = createRenderer()
  for (let round = 0; round < 3; round++) {
    const inTurn: string[] = []
    for (const values of records) inTurn.push(await bytesOf(renderer, values))
    expect(inTurn.map((bytes, at) => bytes === alone[at])).toEqual(records.map(() => true))
    const atOnce = await Promise.all(records.map((values) => bytesOf(renderer, values)))
    expect(atOnce.map((bytes, at) => bytes === alone[at])).toEqual(records.map(() => true))
  }
})
