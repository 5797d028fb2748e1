import { describe, expect, test } from 'vitest'
import { laidOutLayers } from '#renderer/render/laid-out-layers.ts'
import { parseTemplate, type Template, type TemplateInput } from '#renderer/template/template.ts'
import { designs, load } from '#renderer/testing/gallery.test-kit.ts'
import { hardSets, hardValues } from '#renderer/testing/hard-values.test-kit.ts'
import { layOutPage } from '#renderer/testing/lay-out.test-kit.ts'
import { flawsOf } from '#renderer/testing/page-flaws.test-kit.ts'

async function layersOf(template: Template, values: Readonly<Record<string, string>>) {
  return laidOutLayers(await layOutPage({ template, values, load }))
}

async function flawsBySet(template: Template, values: Readonly<Record<string, string>>) {
  const sample = await layersOf(template, values)
  const entries = hardSets.map(async (set) => {
    const layers = await layersOf(template, hardValues(set, template, values))
    return [set, flawsOf(layers, { sample, page: template })] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

const none = Object.fromEntries(hardSets.map((set) => [set, []]))

describe('a starter survives long, empty, right-to-left and CJK values', () => {
  test.each(designs)('$name', async ({ template, rows: [first = {}] }) => {
    expect(await flawsBySet(template, first)).toEqual(none)
  })
})

describe('flawsOf()', () => {
  const page = (layers: TemplateInput['layers']) => parseTemplate({ schema: 1, width: 400, height: 200, layers })
  const title = { type: 'text', name: 'Title', width: 380, height: 40, fontSize: 32, text: { bind: 'Title' } } as const
  const price = { ...title, name: 'Price', text: { bind: 'Price' } } as const
  const values = { Title: 'A teapot for mornings', Price: 'Ten euros' }

  test('finds what long texts do: leave the page or the box, cover others, become too small', async () => {
    const { long } = await flawsBySet(
      page([
        { ...title, fit: 'grow' },
        { ...price, y: 60 },
      ]),
      values,
    )
    expect(long).toEqual(['Title is over Price'])
    const grown = { ...title, y: 150, fit: 'grow' } as const
    expect((await flawsBySet(page([grown]), values)).long).toEqual(['Title leaves the page'])
    const outside = { ...title, fit: 'overflow', wrap: 'none' } as const
    expect((await flawsBySet(page([outside]), values)).long).toEqual(['Title leaves the page', 'Title leaves its box'])
    const small = { ...title, maxLines: 1, minFontSize: 2 } as const
    expect((await flawsBySet(page([small]), values)).long).toEqual(['Title is shrunk to 38 %'])
  })

  test('finds what empty values leave behind: a pill without its text, a page without words', async () => {
    const pill = { type: 'rectangle', name: 'Pill', y: 60, width: 390, height: 50 } as const
    const inPill = page([title, pill, { ...price, y: 65 }])
    expect((await flawsBySet(inPill, values)).empty).toEqual(['Pill frames nothing', 'the page has no words'])
    const hidden = { ...pill, visible: { when: { value: 'Price', notEmpty: true } } } as const
    const words = { ...title, text: { bind: 'Title', fallback: 'Title' } } as const
    expect((await flawsBySet(page([words, hidden, { ...price, y: 65 }]), values)).empty).toEqual([])
  })

  test('finds characters that no font has', async () => {
    const template = page([title])
    const sample = await layersOf(template, values)
    const layers = await layersOf(template, { Title: 'Java: ꦗ' })
    expect(flawsOf(layers, { sample, page: template })).toEqual(['Title lacks U+A997'])
  })
})
