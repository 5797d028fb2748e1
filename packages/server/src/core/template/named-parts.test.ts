import { parseTemplate } from '@pictable/renderer/template'
import { expect, test } from 'vitest'
import { useTestData } from '#core/fakes/test-data.ts'
import { createTestWorld } from '#core/fakes/test-world.ts'
import { namedFamilies, namedParts } from './named-parts.ts'

const opened = useTestData()

test('namedParts() sees what takes the place of an empty result, and assets in expressions', async () => {
  const box = { width: 10, height: 10 }
  const title = {
    ...box,
    type: 'text',
    name: 'Title',
    text: 'Hi',
    fontFamily: { expression: 'Font', fallback: 'Acme' },
  }
  const photo = { ...box, type: 'image', name: 'Photo', src: { expression: 'Photo | default:"asset:ast_2"' } }
  const design = parseTemplate({ schema: 1, width: 10, height: 10, layers: [title, photo] })
  expect(await namedParts(createTestWorld({ data: opened.data }), design, {})).toEqual({
    fonts: [{ family: 'Acme', isKnown: false, nearest: null }],
    assets: [{ id: 'ast_2', filename: null }],
  })
})

test('namedParts() says which family was perhaps meant by an unknown one', async () => {
  const fonts = [{ family: 'Acme Sans', src: 'asset:ast_1' }]
  const layers = ['Acme Sans', 'acme-sans', 'Helvetica'].map((fontFamily) => {
    return { type: 'text', name: fontFamily, text: 'Hi', width: 10, height: 10, fontFamily }
  })
  const design = parseTemplate({ schema: 1, width: 10, height: 10, fonts, layers })
  const found = await namedParts(createTestWorld({ data: opened.data }), design, {})
  expect(found.fonts).toEqual([
    { family: 'Acme Sans', isKnown: true, nearest: null },
    { family: 'acme-sans', isKnown: false, nearest: 'Acme Sans' },
    { family: 'Helvetica', isKnown: false, nearest: null },
  ])
})

test('namedFamilies() sees the fonts of marks, but neither those of a record nor what only looks like a mark', () => {
  const text =
    '[One](font="Noto Serif") **[two](color=#f00 font=Lato)** [three](font={{Font}}) \\[x](font=Acme) [four](font="a" b)'
  const layers = [
    { type: 'text', fontFamily: 'Inter', text },
    { type: 'text', text: '[Plain](font=Rubik)', markup: false },
    { type: 'table', rows: [['Item'], ['[Tea](font=Oswald)']], markup: true },
    { type: 'table', rows: [['Item'], ['[Tea](font=Anton)']] },
    { type: 'qr-code', value: '[x](font=Raleway)' },
  ]
  expect(namedFamilies('layers', layers)).toEqual(['Inter', 'Noto Serif', 'Lato', 'Oswald'])
})

test('namedFamilies() sees the marks of rows that are objects, and of what takes the place of an empty text', () => {
  const layers = [
    {
      type: 'table',
      rows: [{ Item: '[Tea](font=Lato)' }, [{ bind: 'Item', fallback: '[x](font=Anton)' }]],
      markup: true,
    },
    { type: 'table', rows: [{ Item: '[Tea](font=Rubik)' }] },
    { type: 'text', text: { bind: '[x](font=Acme)', fallback: '[x](font=Oswald)' } },
  ]
  expect(namedFamilies('layers', layers)).toEqual(['Lato', 'Anton', 'Oswald'])
})

test('namedFamilies() of a property sees marks where its layer has them', () => {
  const text = '[x](font=Acme)'
  expect(namedFamilies('text', text, { markup: false })).toEqual([])
  expect(namedFamilies('text', text, {})).toEqual(['Acme'])
  expect(namedFamilies('rows', [[text]], { markup: true })).toEqual(['Acme'])
  expect(namedFamilies('rows[0][1]', text, { markup: true })).toEqual(['Acme'])
  expect(namedFamilies('rows[0][1]', text, {})).toEqual([])
  expect(namedFamilies('fontFamily', 'Acme', { markup: false })).toEqual(['Acme'])
})
