import { describe, expect, test } from 'vitest'
import type { RenderJob } from '#renderer/jobs/job.ts'
import type { TemplateInput } from '#renderer/template/template.ts'
import { renderer, twoHalves } from '#renderer/testing/render.test-kit.ts'

type Layer = TemplateInput['layers'][number]

const box = { width: 20, height: 20 } as const
const photo = { ...box, type: 'image', name: 'Photo', src: { bind: 'Photo' } } as const
const whenEmpty = { when: { value: 'Photo', empty: true } } as const
const poster = { ...box, type: 'rectangle', name: 'Poster', fill: '#0f766e', visible: whenEmpty } as const

async function codesOf(layers: readonly Layer[], more: Omit<RenderJob, 'template'> & Partial<TemplateInput> = {}) {
  const { background = '#ffffff', ...job } = more
  const load = async (src: string) => (src === 'broken' ? new Uint8Array() : twoHalves())
  const template: TemplateInput = { schema: 1, width: 20, height: 20, background, layers: [...layers] }
  const { report } = await renderer.render({ template, load, ...job })
  return [report.warningCodes, report.informationCodes]
}

const warned = [['missing_image'], []]
const informed = [[], ['missing_image']]

describe('an empty picture', () => {
  test.each<[string, Layer[]]>([
    ['leaves a hole', [photo]],
    ['is beside a layer that is always shown', [{ ...poster, visible: true }, photo]],
    [
      'is beside a layer that another value shows',
      [{ ...poster, visible: { when: { value: 'Logo', empty: true } } }, photo],
    ],
    ['hides the other layer too', [{ ...poster, visible: { when: { value: 'Photo', notEmpty: true } } }, photo]],
    [
      'is beside a layer in a hidden group',
      [
        {
          ...box,
          type: 'group',
          name: 'Group',
          visible: { when: { value: 'Photo', notEmpty: true } },
          children: [poster],
        },
        photo,
      ],
    ],
  ])('is a warning where it %s', async (_, layers) => {
    expect(await codesOf(layers)).toEqual(warned)
    expect(await codesOf(layers, { values: { Photo: ' ' } })).toEqual(warned)
  })

  test.each<[string, Layer[]]>([
    ['shows another layer', [poster, photo]],
    ['shows a layer in a group', [{ ...box, type: 'group', name: 'Group', children: [poster] }, photo]],
    [
      'shows another layer by a condition in other words',
      [
        {
          ...poster,
          visible: { when: { any: [{ not: { value: 'Photo', notEmpty: true } }, { value: 'Sold', equals: true }] } },
        },
        photo,
      ],
    ],
    ['has a fallback', [{ ...photo, fallback: 'instead' }]],
    [
      'fills a shape, and shows another layer',
      [poster, { ...box, type: 'rectangle', name: 'Box', fill: { type: 'picture', src: photo.src } }],
    ],
  ])('is information where it %s', async (_, layers) => {
    expect(await codesOf(layers)).toEqual(informed)
    expect(await codesOf(layers, { values: { Photo: ' ' } })).toEqual(informed)
    expect((await codesOf(layers, { values: { Photo: 'there' } })).flat()).not.toContain('missing_image')
  })

  test('behind the page is information where the design says what is shown instead', async () => {
    const background = { type: 'picture', src: photo.src } as const
    expect(await codesOf([], { background })).toEqual(warned)
    expect(await codesOf([poster], { background })).toEqual(informed)
    expect(await codesOf([], { background: { ...background, fallback: 'instead' } })).toEqual(informed)
  })
})

test('a broken picture stays a warning where its fallback is shown', async () => {
  const layers = [poster, { ...photo, fallback: 'instead' }]
  expect(await codesOf(layers, { values: { Photo: 'broken' } })).toEqual(warned)
})

test('a modification that hides the other layer makes the hole a warning', async () => {
  expect(await codesOf([poster, photo], { modifications: [{ name: 'Poster', visible: false }] })).toEqual(warned)
})
