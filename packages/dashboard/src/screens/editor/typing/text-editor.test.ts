import { layerAt } from '@pictable/editor'
import { CHIP, chipText } from '@pictable/editor/text'
import type { TemplateInput } from '@pictable/renderer/browser'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LiveChange } from '#dashboard/screens/editor/session/live-change.ts'
import { stepRecord } from '#dashboard/screens/editor/session/record-actions.ts'
import { openTestSession, selectNamed } from '#dashboard/screens/editor/session/session.test-kit.ts'
import { enterText } from './enter-text.ts'
import { sampleEditingOf } from './sample-editing.ts'
import { textEditorOf } from './text-editor.ts'

// Steps that follow each other closely become one: here no time passes.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

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

test.each([
  [{ expression: 'Price * 2' }, '{{Price * 2}} each'],
  [
    { expression: "Stock > 0 ? 'In \\'stock' : ''", fallback: "It's {gone}}" },
    "{{(Stock > 0 ? 'In \\'stock' : '') | default:('It\\'s {gone}}')}} each",
  ],
])('a text that the expression %j fills is typed into with the expression as a chip', (text, written) => {
  const session = openTestSession([{ ...words, text }])
  session.set({ values: { Price: 12, Stock: 0 } })
  selectNamed(session, 'Words')
  const [layer = ''] = session.state.selection
  enterText(session, layer)
  const editor = textEditorOf(session.state)
  const stored = () => Reflect.get(layerAt(session.state.document, layer) ?? {}, 'text')
  expect([editor?.text?.plain, stored(), session.state.canUndo]).toEqual(['\ufffc', text, false])
  const shown = editor?.drawn(session.state)?.filled
  editor?.insert(' each', { from: 1, to: 1 }, 'alone')
  expect([stored(), editor?.drawn(session.state)?.filled]).toEqual([written, `${shown} each`])
  session.undo()
  expect(stored()).toEqual(text)
})

/** A session with a text that is typed into, all of it selected. */
function typeInto(text: string) {
  const session = openTestSession([{ ...words, text }])
  selectNamed(session, 'Words')
  enterText(session, session.state.selection[0] ?? '')
  const editor = textEditorOf(session.state)
  if (!editor) throw new Error('the text cannot be typed into')
  return { session, editor, written: () => editor.text?.written }
}

test('letters that are typed, a style and a field are a step each', () => {
  const { session, editor, written } = typeInto('Old')
  editor.type('N', 1)
  editor.type('New', 3)
  editor.select({ anchor: 0, caret: { at: 3, side: 'end' } })
  editor.toggle('bold')
  expect(written()).toBe('**New**')
  editor.select({ anchor: 3, caret: { at: 3, side: 'end' } })
  for (const typed of ['{', '{', 'A', '}', '}']) {
    const { from } = editor.range
    editor.type(`${editor.text?.plain}${typed}`, from + 1)
  }
  expect([written(), editor.text?.plain.length]).toEqual(['[New{{A}}](bold)', 4])
  for (const before of ['**New\\{{A}}**', '**New**', 'New', 'Old']) {
    session.undo()
    expect(written()).toBe(before)
  }
})

test('a field that is typed at once is a field as well', () => {
  const { editor, written } = typeInto('Old')
  editor.type('Old {{A}}', 9)
  expect(written()).toBe('Old {{A}}')
  expect(editor.text?.plain).toBe('Old \ufffc')
})

/** A new text, as a click of the tool makes it, above a text of before. */
function startNewText() {
  const session = openTestSession([{ ...words, text: 'Old' }])
  session.run(
    { type: 'insert', parent: null, index: 1, layers: [{ ...words, name: 'New', text: '' }] },
    { select: true },
  )
  enterText(session, session.state.selection[0] ?? '', { isNew: true })
  const editor = textEditorOf(session.state)
  if (!editor) throw new Error('the text cannot be typed into')
  const names = () => session.state.document.design.layers.map(({ name }) => name)
  return { session, editor, names }
}

test('a new text that is left empty leaves no step, and none to do again', () => {
  const ways: readonly ((started: ReturnType<typeof startNewText>) => void)[] = [
    () => {},
    ({ editor }) => {
      editor.type('A', 1)
      editor.type('', 0)
      vi.advanceTimersByTime(5000)
      editor.type('B', 1)
      vi.advanceTimersByTime(5000)
      editor.type('', 0)
    },
    ({ session, editor }) => {
      editor.type('A', 1)
      session.undo()
    },
  ]
  for (const way of ways) {
    const started = startNewText()
    way(started)
    started.editor.leave()
    const { canUndo, canRedo, editing } = started.session.state
    expect([started.names(), canUndo, canRedo, editing]).toEqual([['Words'], false, false, null])
  }
})

test('a new text that is left empty takes nothing else with it, and one with words stays', () => {
  const { session, editor, names } = startNewText()
  session.run(set('background', '#ff0000'))
  editor.leave()
  expect([names(), session.state.document.design.background]).toEqual([['Words'], '#ff0000'])
  session.undo()
  expect(names()).toEqual(['Words', 'New'])
  const other = startNewText()
  other.editor.type('A', 1)
  other.editor.leave()
  expect(other.names()).toEqual(['Words', 'New'])
  for (const left of [['Words', 'New'], ['Words']]) {
    other.session.undo()
    expect(other.names()).toEqual(left)
  }
})

test('a word of an input method is one step, whatever was on its way to it', () => {
  const { session, editor, written } = typeInto('東')
  editor.select({ anchor: 1, caret: { at: 1, side: 'end' } })
  editor.beginComposing()
  for (const typed of ['東k', '東き', '東京']) editor.type(typed, 2)
  expect(written()).toBe('東京')
  editor.endComposing()
  session.undo()
  expect([written(), session.state.canUndo]).toEqual(['東', false])
})

test('a link is put on what is selected, changed and removed as a whole, and put on what is typed next', () => {
  const { session, editor, written } = typeInto('One two')
  const put = (at: number, link: string | undefined, anchor = at) => {
    editor.select({ anchor, caret: { at, side: 'start' } })
    editor.setLink(link)
  }
  put(7, 'https://a.example', 4)
  expect(written()).toBe('One [two](link=https://a.example)')
  put(5, 'https://b.example/(c)')
  expect([written(), editor.link]).toEqual(['One [two](link="https://b.example/(c)")', 'https://b.example/(c)'])
  put(5, undefined)
  expect(written()).toBe('One two')
  put(0, 'https://b.example')
  editor.setLink(undefined)
  expect(editor.link).toBeUndefined()
  editor.setLink('https://a.example')
  expect([written(), editor.link]).toEqual(['One two', 'https://a.example'])
  editor.type('NOne two', 1)
  editor.type('New One two', 4)
  expect(written()).toBe('[New ](link=https://a.example)One two')
  // As with any style, another place forgets it.
  put(11, 'https://a.example')
  editor.select({ anchor: 5, caret: { at: 5, side: 'start' } })
  editor.type('New O!ne two', 6)
  expect(written()).toBe('[New ](link=https://a.example)O!ne two')
  session.undo()
  session.undo()
  expect(written()).toBe('One [two](link="https://b.example/(c)")')
})

test('a link goes on while it is typed, and ends where the caret is put elsewhere or the line ends', () => {
  const { editor, written } = typeInto('')
  const type = (letters: string) => {
    for (const letter of letters) {
      const { plain = '' } = editor.text ?? {}
      const { from, to } = editor.range
      editor.type(`${plain.slice(0, from)}${letter}${plain.slice(to)}`, from + 1)
    }
  }
  editor.setLink('https://a.example')
  type('Buyy')
  editor.type('Buy', 3)
  type(' now')
  expect(written()).toBe('[Buy now](link=https://a.example)')
  // The caret stays at the end, such as with the key to the right.
  editor.select(editor.selection)
  type('!')
  expect(written()).toBe('[Buy now](link=https://a.example)!')
  editor.select({ anchor: 7, caret: { at: 7, side: 'start' } })
  type(' or')
  editor.select({ anchor: 3, caret: { at: 3, side: 'start' } })
  type('s')
  expect(written()).toBe('[Buys now](link=https://a.example) or!')
  // What takes the place of a link is the link.
  editor.select({ anchor: 0, caret: { at: 8, side: 'start' } })
  type('Order')
  expect(written()).toBe('[Order](link=https://a.example) or!')
  type('\nx')
  expect(written()).toMatch(/^\[Order\s?\]\(link=https:\/\/a\.example\)\s?x or!$/)
})

test('a word of an input method after a link is no part of it, and within one it is', () => {
  const { editor, written } = typeInto('[東](link=https://a.example)')
  const compose = (after: string) => {
    editor.beginComposing()
    editor.type(after, after.length)
    editor.endComposing()
  }
  editor.select({ anchor: 1, caret: { at: 1, side: 'end' } })
  compose('東京')
  expect(written()).toBe('[東](link=https://a.example)京')
  editor.select({ anchor: 2, caret: { at: 2, side: 'end' } })
  editor.setLink('https://b.example')
  compose('東京都')
  compose('東京都市')
  expect(written()).toBe('[東](link=https://a.example)京[都市](link=https://b.example)')
})

test('a style that is dragged is one step, each time from where it began', () => {
  const { session, editor, written } = typeInto('One two')
  editor.select({ anchor: 0, caret: { at: 3, side: 'end' } })
  const step = new LiveChange(session, 'size')
  const grow = (add: number) => editor.restyleLive(({ size = 1, ...style }) => ({ ...style, size: size + add }), step)
  for (const add of [1, 2, 3]) grow(add)
  expect(written()).toBe('[One](size=4) two')
  step.done()
  session.undo()
  expect([written(), session.state.canUndo]).toEqual(['One two', false])
})

test('a style on its way is a step as soon as it rests, and goes on as the same step', () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  const { session, editor, written } = typeInto('One two')
  editor.select({ anchor: 0, caret: { at: 3, side: 'end' } })
  const step = new LiveChange(session, 'size')
  const grow = (add: number) => editor.restyleLive(({ size = 1, ...style }) => ({ ...style, size: size + add }), step)
  grow(1)
  vi.advanceTimersByTime(5000)
  expect([session.state.canUndo, session.history.isInGesture]).toEqual([true, false])
  grow(2)
  step.undo()
  expect([written(), session.state.canUndo]).toEqual(['One two', false])
  grow(1)
  vi.advanceTimersByTime(5000)
  grow(2)
  step.done()
  expect(written()).toBe('[One](size=3) two')
  session.undo()
  expect([written(), session.state.canUndo]).toEqual(['One two', false])
})

test('fields for which a text has no room become words, and what is typed stays', () => {
  const { session, editor, written } = typeInto('{{A}}'.repeat(200))
  editor.insert(chipText('{{B}}'), { from: 0, to: 0 }, 'alone')
  expect(written()).toBe(`\\{{B}}${'{{A}}'.repeat(200)}`)
  expect(editor.range).toEqual({ from: 5, to: 5 })
  session.undo()
  expect(written()).toBe('{{A}}'.repeat(200))
})

const values = { Title: 'Of the record' }
const sample = { Title: 'Of the sample' }

/** With one record, which is shown, a text that is filled is typed into. */
function enterFilled(
  text: Extract<TemplateInput['layers'][number], { type: 'text' }>['text'],
  record: number | null = 0,
) {
  const session = openTestSession([{ ...words, text }], sample)
  session.set({ values, records: [{ record_id: 'rec_1', label: 'One', because: [], values }], record })
  if (record === null) session.set({ values: sample })
  selectNamed(session, 'Words')
  enterText(session, session.state.selection[0] ?? '')
  return session
}

test('a text that a field fills is typed into as the sample value, while sample values are shown', () => {
  const session = enterFilled({ bind: 'Title' }, null)
  expect(sampleEditingOf(session.state)?.names).toEqual(['Title'])
  expect([textEditorOf(session.state), session.state.values]).toEqual([null, sample])
})

test('a text that a field fills is typed into with the field as a chip, while a record is shown', () => {
  const session = enterFilled({ bind: 'Title' })
  const editor = textEditorOf(session.state)
  expect([editor?.text?.plain, session.state.record, session.state.values]).toEqual([CHIP, 0, values])
  const text = () => session.state.document.design.layers[0]
  // Looking changes nothing.
  expect(text()).toMatchObject({ text: { bind: 'Title' } })
  editor?.insert(' now', { from: 1, to: 1 }, 'typed')
  expect(text()).toMatchObject({ text: '{{Title}} now' })
  session.undo()
  expect(text()).toMatchObject({ text: { bind: 'Title' } })
})

test('what a chip cannot say stays with the record, until the sample value is asked for', () => {
  const session = enterFilled({ bind: 'Title', format: { type: 'join' } })
  expect([textEditorOf(session.state), session.state.record]).toEqual([null, 0])
  sampleEditingOf(session.state)?.showSample()
  expect([session.state.record, session.state.values]).toEqual([null, sample])
  // It may have another place among the records by then.
  session.set({ records: [{ record_id: 'rec_2', label: 'Two', because: [], values: {} }, ...session.state.records] })
  session.state.editing?.leave()
  expect([session.state.editing, session.state.values, session.state.record]).toEqual([null, values, 1])
})

test('beside a text that several fields fill are the record and the fields that are shown, also after a step', () => {
  const session = enterFilled({ bind: ['Subtitle', 'Title'] })
  const shown = () => {
    const { names, recordId } = sampleEditingOf(session.state) ?? {}
    return [names, recordId]
  }
  const others = [{ Subtitle: 'Both', Title: 'Two' }, { Subtitle: 'Only this' }]
  const records = others.map((own, at) => ({ record_id: `rec_${at + 2}`, label: '', because: [], values: own }))
  session.set({ records: [...session.state.records, ...records] })
  expect(shown()).toEqual([['Title'], 'rec_1'])
  stepRecord(session, 1)
  expect(shown()).toEqual([['Subtitle', 'Title'], 'rec_2'])
  stepRecord(session, 1)
  expect(shown()).toEqual([['Subtitle'], 'rec_3'])
  sampleEditingOf(session.state)?.showSample()
  expect(shown()).toEqual([['Title'], 'rec_3'])
  // A value that is emptied is typed again.
  session.set({ values: {} })
  expect(shown()).toEqual([['Title'], 'rec_3'])
  session.state.editing?.leave()
  expect(session.state.record).toBe(2)
})

test.each([
  [{ bind: 'Title' }, '{{Title}}s'],
  [{ bind: 'Title', fallback: 'None' }, "{{(Title) | default:('None')}}s"],
  ['**{{Title}}**', '**{{Title}}s**'],
  ['{{Title}} of words', 's'],
])('a letter that is typed into the text %j, entered by keyboard, makes it %j', (text, written) => {
  const session = enterFilled(text)
  const editor = textEditorOf(session.state)
  if (editor) editor.insert('s', editor.range, 'typed')
  expect(session.state.document.design.layers[0]).toMatchObject({ text: written })
})
