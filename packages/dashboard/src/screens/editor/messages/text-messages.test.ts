import { RenderError, type TemplateInput } from '@pictable/renderer/browser'
import { expect, test } from 'vitest'
import type { Frame } from '#dashboard/screens/editor/engine/engine.ts'
import { drawAsWritten, openTestSession } from '#dashboard/screens/editor/session/session.test-kit.ts'
import { layerMessages } from './layer-messages.ts'
import { createWordCounter, textMessages } from './text-messages.ts'

const place = { name: 'Words', x: 0, y: 0, width: 400, height: 60 }
const words = { ...place, type: 'text', text: 'Words' } as const
const table = { ...place, type: 'table', rows: [['Tea', '4']] } satisfies TemplateInput['layers'][number]

/** A session with one layer, drawn with a report. */
function draw(layer: TemplateInput['layers'][number], drawn: Partial<Frame>) {
  const session = openTestSession([layer])
  drawAsWritten(session)
  const { frame } = session.state
  session.set({ frame: frame && { ...frame, ...drawn } })
  const said = () => layerMessages(session.state).map(({ kind, text }) => `${kind}: ${text}`)
  return { session, said }
}

test.each([
  [{ fit: 1, lines: 2 }, []],
  [{ fit: 0.714 }, ['warning: Shrunk to 71 %']],
  [{ fit: 0.8 }, ['note: Shrunk to 80 %']],
  [{ fit: 0.95, atMinimum: true as const }, ['warning: Shrunk to 95 %, the smallest allowed']],
  [{ fit: 0.998 }, []],
  [{ fit: 0.2, truncated: 1 }, ['warning: The text does not fit: 1 line is cut off']],
  [{ truncated: 3 }, ['warning: The text does not fit: 3 lines are cut off']],
  [{ overflows: true }, ['warning: The text is larger than its box']],
])('of a text with the report %j is said: %j', (report, expected) => {
  const { said } = draw(words, { report: { Words: report } })
  expect(said()).toEqual(expected)
})

test('of a table that is cut off, rows and cells are counted', () => {
  const { said } = draw(table, { report: { Words: { truncated: 3 } } })
  expect(said()).toEqual(['warning: The table does not fit: 3 rows and cells are cut off'])
})

test.each([
  [{ loading: true }, 'loading: Background is loading'],
  [{ error: new RenderError('load_failed', 'the page: 404', { ofPage: true }) }, 'error: The page: 404'],
  [{ warnings: ['the page: no picture given'] }, 'warning: The page: no picture given'],
])('of the page is said what its background lacks: %j', (found, expected) => {
  const { said } = draw(words, { page: { error: undefined, loading: false, warnings: [], information: [], ...found } })
  expect(said()).toEqual([expected])
})

test('words are counted once per text, and as many letters of a frame as it can', () => {
  const [long, longer, short] = [['word '.repeat(3000)], ['word '.repeat(3000), 'more'], ['one', 'two']]
  const first = createWordCounter()
  expect([first(long), first(longer), first(short)]).toEqual([3000, undefined, 2])
  const next = createWordCounter()
  // What is known costs nothing.
  expect([next(long), next(longer), next(short)]).toEqual([3000, 3001, 2])
})

test.each([
  [
    [{ families: ['Inter'], letters: ['\u0f40', '\u{13000}'] }],
    'Neither Inter nor a fallback font contains \u0f40 (U+0F40), \u{13000} (U+13000)',
  ],
  [
    [{ families: ['Inter'], letters: ['\u0f40', '\u{13000}', '\u0f41', '\u0f42', '\u0f43'] }],
    'Neither Inter nor a fallback font contains \u0f40 (U+0F40), \u{13000} (U+13000), \u0f41 (U+0F41) and 2 more',
  ],
  [
    ['Anton', 'Cairo', 'Lato', 'Inter'].map((family) => ({ families: [family], letters: ['\u0f40'] })),
    ['Anton', 'Cairo', 'Lato']
      .map((family) => `Neither ${family} nor a fallback font contains \u0f40 (U+0F40)`)
      .join('. '),
  ],
  // Of a part with a font of its own, that is named.
  [
    [
      { families: ['Lobster', 'Anton'], letters: ['\u0f40'] },
      { families: ['Anton'], letters: ['\u0f41'] },
    ],
    'Neither Lobster, Anton nor a fallback font contains \u0f40 (U+0F40). Neither Anton nor a fallback font contains \u0f41 (U+0F41)',
  ],
])('fonts and the letters that they lack are named: %j', (missing, text) => {
  const { session } = draw(words, { report: {} })
  const { frame } = session.state
  const of = frame?.placed.get('0')
  if (!frame || !of) throw new Error('the text is not drawn')
  expect(textMessages(frame, of, { isTable: false, counter: createWordCounter(), missing })).toEqual([
    { kind: 'warning', topic: 'glyphs', text, letters: missing.flatMap(({ letters }) => letters).join('') },
  ])
})
