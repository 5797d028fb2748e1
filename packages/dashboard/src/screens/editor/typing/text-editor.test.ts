import { expect, test } from 'vitest'
import { openTestSession, selectNamed } from '#dashboard/screens/editor/session/session.test-kit.ts'
import { enterText } from './enter-text.ts'
import { textEditorOf } from './text-editor.ts'

const words = { type: 'text', name: 'Words', x: 0, y: 0, width: 400, height: 60 } as const

/** What the canvas shows of a text while it is typed into. */
function shownWords(text: string, design: object, values: Record<string, string | number>): string | undefined {
  const session = openTestSession([{ ...words, text }])
  session.run({ type: 'batch', commands: Object.entries(design).map(([key, value]) => set(key, value)) })
  session.set({ values })
  selectNamed(session, 'Words')
  enterText(session, session.state.selection[0] ?? '')
  return textEditorOf(session.state)?.drawn(session.state)?.filled
}

const set = (key: string, value: unknown) => ({ type: 'set', target: 'page', path: [key], value }) as const

test.each([
  ['en', 'Cost: 1,234.5'],
  [{ bind: 'Language' }, 'Cost: 1.234,5'],
])('a text in the locale %j shows %j while it is typed into', (locale, shown) => {
  expect(shownWords('Cost: {{Price | number}}', { locale }, { Price: 1234.5, Language: 'de' })).toBe(shown)
})

test.each([
  ['{{[Price (net)]}}', 'Price (net)'],
  ['{{ Price }}', 'Price'],
  ['{{Price | number}}', 'Price | number'],
])('%s shows its name where it has no value', (text, shown) => {
  expect(shownWords(text, {}, {})).toBe(shown)
})
