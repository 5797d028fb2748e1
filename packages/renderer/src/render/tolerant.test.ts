import { describe, expect, test } from 'vitest'
import { changedAreas } from '#renderer/browser/changed-areas.ts'
import { GREY } from '#renderer/drawing/style.ts'
import type { Load, RenderJob } from '#renderer/jobs/job.ts'
import { markOfBackground } from '#renderer/steps/bake.ts'
import { drawRgba } from '#renderer/steps/draw.ts'
import type { TemplateInput } from '#renderer/template/template.ts'
import { layOutPage } from '#renderer/testing/lay-out.test-kit.ts'
import { twoHalves } from '#renderer/testing/render.test-kit.ts'
import { laidOutLayers, laidOutPage } from './laid-out-layers.ts'

const box = { type: 'rectangle', width: 20, height: 10, fill: '#ff0000' } as const
const words = { type: 'text', width: 90, height: 40, fontSize: 10 } as const
const photo = { type: 'image', name: 'Photo', x: 3, y: 4, width: 30, height: 20 } as const
const good = { ...words, name: 'Good', text: 'Words' } as const

const texture = { type: 'picture', src: 'texture.png' } as const
const painted = { fill: texture, colors: [texture], border: { color: texture, width: 2 } } as const
const bare = { fill: GREY, colors: [GREY], border: undefined } as const

function templateOf(layers: TemplateInput['layers'], fonts?: TemplateInput['fonts']): TemplateInput {
  return { schema: 1, width: 100, height: 100, layers, fonts }
}

/** What does not come in a second never comes: what comes at once may take a while on a busy machine. */
async function tolerated(job: RenderJob) {
  const state = await layOutPage(job, { tolerantMs: 1000 })
  const layers = new Map(laidOutLayers(state).map((layer) => [layer.name, layer]))
  return { state, layers, drawn: state.placed.map(({ layer }) => layer.name) }
}

const never: Load = () => new Promise(() => undefined)

describe('a tolerant job', () => {
  test.each([
    ['a wrong value', { ...box, name: 'Bad', x: 7, fill: { bind: 'Colour' } }, 'value_invalid'],
    ['a broken picture', { ...photo, name: 'Bad', x: 7, src: 'data:text/html,<p>' }, 'image_type'],
    ['a picture that cannot be loaded', { ...photo, name: 'Bad', x: 7, src: 'gone.png' }, 'load_failed'],
    ['an unknown font', { ...words, name: 'Bad', x: 7, text: 'Words', fontFamily: 'Nowhere' }, 'font_unknown'],
    [
      'a code that cannot be made',
      { type: 'barcode', name: 'Bad', x: 7, width: 50, height: 20, format: 'ean-13', value: 'x' },
      '',
    ],
  ] as const)('draws a placeholder for %s, and the rest', async (_, bad, code) => {
    const job = { template: templateOf([bad, good]), values: { Colour: 'no colour' } }
    await expect(layOutPage(job)).rejects.toThrow('Bad')
    const { layers, drawn } = await tolerated(job)
    expect(drawn).toEqual(['Bad', 'Good'])
    expect(layers.get('Bad')?.error?.code).toContain(code)
    expect(layers.get('Bad')?.error?.message).toContain('Bad')
    expect(layers.get('Bad')).toMatchObject({ bounds: { x: 7, width: bad.width, height: bad.height }, loading: false })
    expect(layers.get('Good')).toMatchObject({ error: undefined, report: { lines: 1 } })
  })

  test('says it again each time', async () => {
    const bad = { ...box, name: 'Bad', fill: { bind: 'Colour' } } as const
    const group = { type: 'group', name: 'Group', width: 50, height: 50, children: [bad] } as const
    const job = { template: templateOf([group, good]), values: { Colour: 'no colour' } }
    for (const _ of [1, 2]) {
      const { layers } = await tolerated(job)
      expect(layers.get('Bad')?.error?.code).toBe('value_invalid')
      expect(layers.get('Group')?.error).toBeUndefined()
    }
    const { layers } = await tolerated({ ...job, values: { Colour: '#00ff00' } })
    expect(layers.get('Bad')?.error).toBeUndefined()
  })

  test('goes on without a wrong background', async () => {
    const template = { ...templateOf([good]), background: { bind: 'Colour' } }
    const { state, drawn } = await tolerated({ template, values: { Colour: 'no colour' } })
    expect(drawn).toEqual(['Good'])
    expect(laidOutPage(state)).toMatchObject({ error: { code: 'value_invalid' }, loading: false })
    const pictured = { ...templateOf([good]), background: { type: 'picture', src: 'gone.png' } } as const
    const load: Load = () => Promise.reject(new Error('404'))
    const without = await tolerated({ template: pictured, load })
    expect(without.drawn).toEqual(['Good'])
    expect(laidOutPage(without.state)).toMatchObject({ error: { code: 'load_failed' }, loading: false })
    const empty = await tolerated({ template: { ...pictured, background: { type: 'picture', src: '' } } })
    const missing = expect.stringContaining('no picture given')
    const none = { error: undefined, loading: false, missing, warnings: [missing], information: [] }
    expect(laidOutPage(empty.state)).toEqual(none)
  })

  test('does not wait for slow pictures, and says when they are there', async () => {
    let arrive = (_: Uint8Array) => {}
    const load: Load = () => new Promise((resolve) => (arrive = resolve))
    const { state, layers } = await tolerated({ template: templateOf([{ ...photo, src: 'slow.png' }, good]), load })
    expect(layers.get('Photo')).toMatchObject({ loading: true, error: undefined, bounds: { x: 3, width: 30 } })
    expect(layers.get('Good')).toMatchObject({ loading: false, report: { lines: 1 } })
    const pending = Promise.all(state.tolerance?.waiting ?? [])
    expect(await Promise.race([pending, new Promise((resolve) => setTimeout(() => resolve('late'), 20))])).toBe('late')
    arrive(new Uint8Array())
    expect(await pending).toHaveLength(1)
  })

  test.each([
    [
      'a broken',
      () => Promise.reject(new Error('404')),
      { error: { message: expect.stringContaining('404') }, loading: false },
    ],
    ['a late', never, { error: undefined, loading: true }],
  ] as const)('draws layers with grey in place of what %s picture paints', async (_what, texture, says) => {
    const pageOf = ({ fill, colors, border }: typeof painted | typeof bare) => {
      const group = { type: 'group', name: 'Group', width: 50, height: 50, fill, children: [good] } as const
      const chart = {
        type: 'chart',
        name: 'Chart',
        x: 50,
        width: 50,
        height: 50,
        values: [1, 2],
        colors: [...colors],
      } satisfies TemplateInput['layers'][number]
      const framed = { ...photo, y: 70, src: 'photo.png', border } as const
      return templateOf([group, chart, framed])
    }
    const load: Load = async (src, options) => (src === 'photo.png' ? twoHalves() : texture(src, options))
    const { state, layers } = await tolerated({ template: pageOf(painted), load })
    for (const name of ['Group', 'Chart', 'Photo']) expect(layers.get(name)).toMatchObject(says)
    expect(layers.get('Good')).toMatchObject({ error: undefined, loading: false, report: { lines: 1 } })
    const { rgba } = drawRgba(await layOutPage({ template: pageOf(bare), load }))
    expect(Buffer.compare(drawRgba(state).rgba, rgba)).toBe(0)
  })

  test('draws all of the page when its picture is there', async () => {
    let isThere = false
    const load: Load = (src, options) => (isThere ? twoHalves() : never(src, options))
    const template = { ...templateOf([good]), background: texture }
    const pictureOf = async () => {
      const { state } = await tolerated({ template, load })
      return { ...state, background: markOfBackground(state), isLoading: laidOutPage(state).loading }
    }
    const late = await pictureOf()
    isThere = true
    const [there, again] = [await pictureOf(), await pictureOf()]
    expect([late.isLoading, there.isLoading]).toEqual([true, false])
    expect(changedAreas(late, there)).toBeNull()
    expect(changedAreas(there, again)).toEqual([])
  })

  test('replaces fonts that are missing or slow, and says so at the layers that use them', async () => {
    const fonts = [
      { family: 'Gone', src: 'gone.ttf' },
      { family: 'Slow', src: 'slow.ttf' },
    ]
    const load: Load = (src, options) => (src === 'slow.ttf' ? never(src, options) : Promise.reject(new Error('404')))
    const layers = ['Gone', 'Slow', 'Inter'].map((family) => ({
      ...words,
      name: family,
      text: 'Words',
      fontFamily: family,
    }))
    const found = await tolerated({ template: templateOf(layers, fonts), load })
    expect([...found.layers.values()].map(({ warnings, report }) => [warnings, report?.lines])).toEqual([
      [['font "Gone": 404'], 1],
      [['font "Slow" is still being loaded'], 1],
      [[], 1],
    ])
  })
})
