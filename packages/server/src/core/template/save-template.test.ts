import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestData, type TestData } from '#core/fakes/test-data.ts'
import { cardDesign } from '#core/fakes/test-river.ts'
import { createTestWorld } from '#core/fakes/test-world.ts'
import type { World } from '#core/ports/world.ts'
import { requiredNames } from './required-names.ts'
import { createTemplate, publishTemplate, saveTemplate } from './save-template.ts'
import { usedVersion } from './used-version.ts'

let testData: TestData
let world: World
beforeAll(async () => {
  testData = await openTestData()
  world = createTestWorld({ data: testData.data })
})
afterAll(() => testData.close())

describe('createTemplate()', () => {
  test('saves the first version, published when asked', async () => {
    const draft = await createTemplate(world, { design: cardDesign })
    expect(draft.template).toMatchObject({ name: 'Card', latestVersion: 1, publishedVersion: null, revision: 1 })
    const { template, version } = await createTemplate(world, { name: 'Mine', design: cardDesign, publish: true })
    expect(template).toMatchObject({ name: 'Mine', publishedVersion: 1 })
    expect(await testData.data.templates.getVersion(template.id, 1)).toEqual(version)
  })

  test('points at every wrong property', async () => {
    const [heading, picture] = cardDesign.layers
    const design = { ...cardDesign, width: 0, layers: [heading, { ...picture, wdth: 5 }] }
    await expect(createTemplate(world, { design })).rejects.toMatchObject({
      code: 'invalid_request',
      errors: [
        { pointer: '/design/width', detail: 'must be at least 1' },
        { pointer: '/design/layers/1/wdth', detail: 'is not a known property' },
      ],
    })
    const group = { type: 'group', name: 'Group', width: 9, height: 9, children: [{ ...heading, x: 'left' }] }
    await expect(createTemplate(world, { design: { ...cardDesign, layers: [group] } })).rejects.toMatchObject({
      errors: [{ pointer: '/design/layers/0/children/0/x', detail: 'must be a number or a binding' }],
    })
    const fill = { bind: 'Colour', fallback: 'nocolour' }
    const unfit = { ...cardDesign, locale: { bind: 'Locale', fallback: '!!' }, layers: [{ ...heading, fill }] }
    await expect(createTemplate(world, { design: unfit })).rejects.toMatchObject({
      errors: [
        { pointer: '/design/locale/fallback', detail: 'is not a locale such as "en-GB"' },
        { pointer: '/design/layers/0/fill/fallback', detail: expect.stringContaining('is not a colour') },
      ],
    })
    await expect(createTemplate(world, { design: 'no' })).rejects.toMatchObject({ code: 'invalid_request' })
  })
})

describe('saveTemplate()', () => {
  test('makes a version of a new design only, and publishes none', async () => {
    const { template } = await createTemplate(world, { design: cardDesign, publish: true })
    const renamed = await saveTemplate(world, { id: template.id }, { name: 'Other' })
    expect(renamed.template).toMatchObject({ name: 'Other', latestVersion: 1, revision: 2 })
    const saved = await saveTemplate(world, { id: template.id, revision: 2 }, { design: { ...cardDesign, width: 500 } })
    expect(saved.template).toMatchObject({ latestVersion: 2, publishedVersion: 1 })
    expect(saved.version).toMatchObject({ version: 2, design: { width: 500 } })
    expect((await usedVersion(world, template.id)).version).toBe(1)
    expect(await publishTemplate(world, template.id)).toMatchObject({ publishedVersion: 2 })
    expect(await publishTemplate(world, template.id, { version: 1 })).toMatchObject({ publishedVersion: 1 })
    await expect(publishTemplate(world, template.id, { version: 9 })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('gives a template the name that its design gets, unless it is given one itself', async () => {
    const { template } = await createTemplate(world, { name: 'Mine', design: cardDesign })
    const save = async (change: { name?: string; design: object }) =>
      (await saveTemplate(world, { id: template.id }, change)).template.name
    expect(await save({ design: { ...cardDesign, width: 500 } })).toBe('Mine')
    expect(await save({ design: { ...cardDesign, name: 'Autumn card' } })).toBe('Autumn card')
    expect(await save({ design: { ...cardDesign, name: '' } })).toBe('Autumn card')
    expect(await save({ name: 'Ours', design: { ...cardDesign, name: 'Winter card' } })).toBe('Ours')
  })

  test('refuses a change of an older revision, and an unknown template', async () => {
    const { template } = await createTemplate(world, { design: cardDesign })
    await saveTemplate(world, { id: template.id }, { name: 'B' })
    await expect(saveTemplate(world, { id: template.id, revision: 1 }, { name: 'C' })).rejects.toMatchObject({
      code: 'precondition_failed',
    })
    await expect(saveTemplate(world, { id: 'tpl_none' }, { name: 'C' })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('makes two versions, or one and an error, of two saves at the same time', async () => {
    const { template } = await createTemplate(world, { design: cardDesign })
    const saves = [600, 700].map((width) =>
      saveTemplate(world, { id: template.id }, { design: { ...cardDesign, width } }),
    )
    const done = (await Promise.allSettled(saves)).filter(({ status }) => status === 'fulfilled').length
    expect((await testData.data.templates.get(template.id))?.latestVersion).toBe(1 + done)
  })
})

describe('requiredNames()', () => {
  test('names what is bound without a fallback, and where', async () => {
    const { version } = await createTemplate(world, {
      design: {
        ...cardDesign,
        background: { bind: 'Back' },
        layers: [
          ...cardDesign.layers,
          { ...cardDesign.layers[0], name: 'Shown', visible: { when: { value: 'Sale', notEmpty: true } }, text: 'x' },
        ],
      },
    })
    expect(requiredNames(version.design)).toEqual([
      { name: 'Back', place: "the page's background", mayFallBack: true },
      { name: 'Title', place: 'the layer "Heading"', mayFallBack: true },
    ])
  })
})
