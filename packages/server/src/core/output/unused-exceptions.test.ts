import { parseTemplate } from '@pictable/renderer/template'
import { describe, expect, test } from 'vitest'
import type { RecordModification } from './exception.ts'
import { type DrawnOutput, findUsedLayers, unusedExceptions } from './unused-exceptions.ts'

/** By their names. */
const layers = {
  Band: { type: 'rectangle' },
  Title: { type: 'text', text: '' },
} as const

type Layer = keyof typeof layers

const designOf = (name: string, json: readonly object[]) =>
  parseTemplate({
    schema: 1,
    name,
    width: 100,
    height: 100,
    layers: json.map((each) => ({ width: 9, height: 9, ...each })),
  })

interface Drawn {
  templateId?: string
  templateIds?: string[]
}

function outputOf(name: string, has: readonly Layer[], { templateId = `tpl_${name}`, templateIds }: Drawn = {}) {
  const output: DrawnOutput = {
    ...{ key: name === 'card' ? '' : name, name, templateId, templateIds: templateIds ?? [templateId] },
    design: designOf(
      templateId,
      has.map((layer) => ({ name: layer, ...layers[layer] })),
    ),
  }
  return output
}

const red: RecordModification[] = [{ name: 'Band', fill: 'red' }]

/** What is unused `now` of what was saved `before`. */
function lost(before: readonly DrawnOutput[], now: readonly DrawnOutput[], modifications = red) {
  const unused = unusedExceptions(now, { modifications, usedLayers: findUsedLayers(before, modifications) })
  return unused.map(({ outputs, problem }) => ({ outputs: outputs.map(({ name }) => name), problem }))
}

const gone = 'there is no layer "Band"'

describe('unusedExceptions()', () => {
  const both = [outputOf('card', ['Band']), outputOf('story', ['Band'])]

  test('names the output that has lost the layer', () => {
    const problem = `exception of layer "Band" changes nothing in the output "story": ${gone}`
    const expected = [{ outputs: ['story'], problem }]
    expect(lost(both, [outputOf('card', ['Band']), outputOf('story', ['Title'])])).toEqual(expected)
    const renamed = [{ ...outputOf('card', ['Band']), name: 'post' }, outputOf('story', ['Title'])]
    expect(lost(both, renamed)).toEqual(expected)
  })

  test('names several outputs together', () => {
    const three = [...both, outputOf('tile', ['Band'])]
    const now = [outputOf('card', ['Band']), outputOf('story', []), outputOf('tile', [])]
    const problem = `exception of layer "Band" changes nothing in the outputs "story", "tile": ${gone}`
    expect(lost(three, now)).toEqual([{ outputs: ['story', 'tile'], problem }])
  })

  test('knows an output that draws another template now', () => {
    const now = [outputOf('card', ['Band']), outputOf('story', ['Title'], { templateId: 'tpl_new' })]
    expect(lost(both, now).map(({ outputs }) => outputs)).toEqual([['story']])
  })

  test('has nothing to say of an output that never had the layer, is new, or is gone', () => {
    const card = outputOf('card', ['Band'])
    const without = [card, outputOf('story', ['Title'])]
    expect(lost(without, without)).toEqual([])
    expect(lost([card], without)).toEqual([])
    expect(lost(both, [card])).toEqual([])
  })

  test('says so without an output where none has the layer', () => {
    const now = [outputOf('card', ['Title']), outputOf('story', ['Title'])]
    expect(lost(both, now)).toEqual([{ outputs: ['card', 'story'], problem: `exception of layer "Band": ${gone}` }])
  })

  test('knows a layer that has the name and lacks the property', () => {
    const titles = [outputOf('card', ['Title']), outputOf('story', ['Title'])]
    const now = {
      ...outputOf('story', []),
      design: designOf('Story', [{ type: 'image', name: 'Title', src: 'asset:a' }]),
    }
    const [unused] = lost(titles, [outputOf('card', ['Title']), now], [{ name: 'Title', text: 'Sold' }])
    const problem = 'layer "Title" (image) has no property "text"'
    expect(unused?.problem).toBe(`exception of layer "Title" changes nothing in the output "story": ${problem}`)
  })

  test('compares templates that a field chooses each with itself', () => {
    const templateIds = ['tpl_a', 'tpl_b']
    const a = (has: Layer[]) => outputOf('card', has, { templateId: 'tpl_a', templateIds })
    const b = outputOf('card', ['Title'], { templateId: 'tpl_b', templateIds })
    const story = outputOf('story', ['Band'])
    expect(lost([a(['Band']), b, story], [b, story]), 'of a record that "b" draws').toEqual([])
    const [unused] = lost([a(['Band']), b, story], [a([]), story])
    expect(unused?.problem).toContain('in the output "card" with the template "tpl_a": there is no layer')
  })

  test('tells templates of one output apart, so that only the publication of the changed one names them', () => {
    const templateIds = ['tpl_a', 'tpl_b']
    const of = (templateId: string, has: Layer[]) => outputOf('card', has, { templateId, templateIds })
    const usedLayers = findUsedLayers([of('tpl_a', ['Band']), of('tpl_b', ['Band'])], red)
    const [unused] = unusedExceptions([of('tpl_a', ['Band']), of('tpl_b', [])], { modifications: red, usedLayers })
    expect(unused?.outputs.map(({ templateId }) => templateId)).toEqual(['tpl_b'])
  })

  test('says so of an output that the action no longer has', () => {
    const problem = 'exception of layer "Band": the action has no output "tile"; it has "card", "story"'
    expect(lost(both, both, [{ name: 'Band', output: 'tile', fill: 'red' }])).toEqual([{ outputs: [], problem }])
  })

  test('knows nothing of outputs that an earlier release saved', () => {
    const now = [outputOf('card', ['Band']), outputOf('story', [])]
    expect(unusedExceptions(now, { modifications: red, usedLayers: [] })).toEqual([])
  })
})

describe('findUsedLayers()', () => {
  test('keeps what was lost before, until its layer is no longer changed', () => {
    const [card, story] = [outputOf('card', ['Band', 'Title']), outputOf('story', ['Band'])]
    const saved = findUsedLayers([card, story], red)
    const after = [card, outputOf('story', [])]
    const again = findUsedLayers(after, [{ name: 'Band', fill: 'blue' }], saved)
    expect(again).toEqual(saved)
    expect(findUsedLayers(after, [{ name: 'Title', x: 1 }], again)).toEqual([
      { layer: 'Title', output: '', templateId: 'tpl_card' },
    ])
  })

  test('remembers as much as a run can read', () => {
    const many = Array.from({ length: 100 }, (_, n) => ({ type: 'rectangle', name: `L${n}` }))
    const design = designOf('Many', many)
    const outputs = Array.from({ length: 20 }, (_, n) => ({ ...outputOf(`o${n}`, []), design }))
    const modifications = many.map(({ name }) => ({ name, x: 1 }))
    expect(findUsedLayers(outputs, modifications)).toHaveLength(1000)
  })
})
