import { describe, expect, test } from 'vitest'
import type { PlacedLayer } from '#renderer/model/layer-kind.ts'
import type { TemplateInput } from '#renderer/template/template.ts'
import { layOutPage } from '#renderer/testing/lay-out.test-kit.ts'
import { type Choice, pick } from './pick.ts'

const box = { type: 'rectangle', width: 20, height: 10 } as const
const frame = { type: 'group', width: 50, height: 50, fill: '#00ff00', clip: true } as const
const layers: TemplateInput['layers'] = [
  { ...box, name: '0' },
  {
    ...frame,
    name: '1',
    children: [
      { ...box, name: '1,0' },
      {
        ...frame,
        name: '1,1',
        children: [
          { ...box, name: '1,1,0' },
          { ...box, name: '1,1,1' },
        ],
      },
    ],
  },
]

async function picked(choice: Choice) {
  const { placed } = await layOutPage({ template: { schema: 1, width: 100, height: 100, layers } })
  const pathOf = ({ layer }: PlacedLayer) => layer.name.split(',').map(Number)
  return pick(placed, choice, pathOf)
}

async function namesOf(choice: Choice): Promise<string[]> {
  const within = (list: readonly PlacedLayer[]): string[] =>
    list.flatMap(({ layer, drawable }) => [layer.name, ...within(drawable.children ?? [])])
  return within(await picked(choice))
}

describe('pick()', () => {
  test.each([
    [{}, ['0', '1', '1,0', '1,1', '1,1,0', '1,1,1']],
    [{ only: [[0]] }, ['0']],
    [{ only: [[1]] }, ['1', '1,0', '1,1', '1,1,0', '1,1,1']],
    [{ only: [[1, 1, 0]] }, ['1', '1,1', '1,1,0']],
    [{ only: [[1, 0], [0]] }, ['0', '1', '1,0']],
    [{ only: [] }, []],
    [{ only: [[7]] }, []],
    [{ except: [[1, 1]] }, ['0', '1', '1,0']],
    [{ except: [[1, 1, 1], [0]] }, ['1', '1,0', '1,1', '1,1,0']],
    [{ only: [[1, 1]], except: [[1, 1, 0]] }, ['1', '1,1', '1,1,1']],
  ])('of %j chooses %j', async (choice, names) => {
    expect(await namesOf(choice)).toEqual(names)
  })

  test('lets a group around a chosen layer cut it, but draw nothing of its own', async () => {
    const pen = { context: { fill: () => expect.fail('the frame is drawn') } }
    const [group] = await picked({ only: [[1, 0]] })
    expect(group?.drawable.clip).toBeDefined()
    expect(group?.drawable.draw.call(pen, Object.create(pen))).toBeUndefined()
    const [whole] = (await picked({ except: [[1, 0]] })).slice(1)
    expect(() => whole?.drawable.draw(Object.create(pen))).toThrow()
  })
})
