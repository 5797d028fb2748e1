import type { TemplateInput } from '@pictable/renderer/browser'
import { expect, test } from 'vitest'
import type { Frame } from '#dashboard/screens/editor/engine/engine.ts'
import { drawAsWritten, openTestSession, selectNamed } from '#dashboard/screens/editor/session/session.test-kit.ts'
import { layerMessages } from './layer-messages.ts'

const glyphs = ['U+0F40', 'U+13000', 'U+0F41', 'U+0F42', 'U+0F43', 'U+0F44', 'U+0F45']
const place = { name: 'Words', x: 0, y: 0, width: 400, height: 60 }
const words = { ...place, type: 'text', text: 'Words' } as const
const table = { ...place, type: 'table', rows: [['Tea', '4']] } satisfies TemplateInput['layers'][number]

/** A session with one layer, drawn with a report. */
function draw(layer: TemplateInput['layers'][number], drawn: Pick<Frame, 'report'> & { readonly laidOut?: undefined }) {
  const session = openTestSession([layer])
  drawAsWritten(session)
  const { frame } = session.state
  session.set({ frame: frame && Object.defineProperties({ ...frame }, Object.getOwnPropertyDescriptors(drawn)) })
  const said = () => layerMessages(session.state).map(({ kind, text }) => `${kind}: ${text}`)
  return { session, said }
}

test.each([
  [{ fit: 1, lines: 2 }, []],
  [{ fit: 0.714 }, ['note: Shrunk to 71 %']],
  [{ fit: 0.998 }, []],
  [{ fit: 0.2, truncated: 1 }, ['warning: The text does not fit: 1 line is cut off']],
  [{ truncated: 3 }, ['warning: The text does not fit: 3 lines are cut off']],
  [{ overflows: true }, ['warning: The text is larger than its box']],
  [
    { missingGlyphs: glyphs.slice(0, 2) },
    ['warning: Neither Inter nor a fallback font contains \u0f40 (U+0F40), \u{13000} (U+13000)'],
  ],
  [
    { missingGlyphs: glyphs },
    [
      'warning: Neither Inter nor a fallback font contains \u0f40 (U+0F40), \u{13000} (U+13000), \u0f41 (U+0F41) and 4 more',
    ],
  ],
])('of a text with the report %j is said: %j', (report, expected) => {
  const { session, said } = draw(words, { report: { Words: report } })
  selectNamed(session, 'Words')
  expect(said()).toEqual(expected)
})

test('of a table that is cut off, rows and cells are counted', () => {
  const { said } = draw(table, { report: { Words: { truncated: 3 } } })
  expect(said()).toEqual(['warning: The table does not fit: 3 rows and cells are cut off'])
})

test('the words of a text that is cut off are counted only while it alone is selected', () => {
  let counts = 0
  const { session, said } = draw(words, {
    report: { Words: { truncated: 3 } },
    get laidOut() {
      counts++
      return undefined
    },
  })
  expect([said(), counts]).toEqual([['warning: The text does not fit: 3 lines are cut off'], 0])
  selectNamed(session, 'Words')
  said()
  said()
  expect(counts).toBe(1)
})

test.each([
  [['Lobster', 'Anton'], 'Neither Lobster, Anton nor a fallback font contains \u0f40 (U+0F40)'],
  // A record names it.
  [{ bind: 'Font' }, 'No font contains \u0f40 (U+0F40)'],
])('of a text in %j, its fonts and the letters that they lack are named', (fontFamily, text) => {
  const { session } = draw({ ...words, fontFamily }, { report: { Words: { missingGlyphs: ['U+0F40'] } } })
  expect(layerMessages(session.state)).toMatchObject([{ topic: 'glyphs', text, letters: '\u0f40' }])
})
