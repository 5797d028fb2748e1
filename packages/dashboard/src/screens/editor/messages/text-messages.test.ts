import { expect, test } from 'vitest'
import { drawAsWritten, openTestSession, selectNamed } from '#dashboard/screens/editor/session/session.test-kit.ts'
import { layerMessages } from './layer-messages.ts'

const glyphs = ['U+0F40', 'U+13000', 'U+0F41', 'U+0F42', 'U+0F43', 'U+0F44', 'U+0F45']

test.each([
  [{ fit: 1, lines: 2 }, []],
  [{ fit: 0.714 }, ['note: Shrunk to 71 %']],
  [{ fit: 0.998 }, []],
  [{ fit: 0.2, truncated: 1 }, ['warning: The text does not fit: 1 line is cut off']],
  [{ truncated: 3 }, ['warning: The text does not fit: 3 lines are cut off']],
  [{ overflows: true }, ['warning: The text is larger than its box']],
  [{ missingGlyphs: glyphs.slice(0, 2) }, ['warning: No font has: ཀ (U+0F40), \u{13000} (U+13000)']],
  [
    { missingGlyphs: glyphs },
    ['warning: No font has: \u0f40 (U+0F40), \u{13000} (U+13000), \u0f41 (U+0F41) and 4 more'],
  ],
])('of a text with the report %j is said: %j', (report, said) => {
  const session = openTestSession([{ type: 'text', name: 'Words', x: 0, y: 0, width: 400, height: 60, text: 'Words' }])
  selectNamed(session, 'Words')
  drawAsWritten(session)
  const { frame } = session.state
  session.set({ frame: frame && { ...frame, report: { Words: report } } })
  expect(layerMessages(session.state).map(({ kind, text }) => `${kind}: ${text}`)).toEqual(said)
})
