import { type Command, History, type HistoryEntry, openDocument, type StoredHistory } from '@pictable/editor'
import { expect, test } from 'vitest'
import { escapeStored } from './escape-stored.ts'

const nothing = { expressions: false, links: false }
const box = { x: 0, y: 0, width: 100, height: 20 }
const title = (text: string) => ({ type: 'text', name: 'Title', ...box, text })
const card = (text: string) => ({
  ...{ schema: 1, name: 'Card', width: 100, height: 100 },
  layers: [{ type: 'group', name: 'Group', ...box, children: [title(text)] }],
})
const textOf = ({ document }: Pick<StoredHistory, 'document'>) => JSON.stringify(document.design.layers[0])

const stepOf = (command: Command): HistoryEntry => ({ type: 'step', command, atMs: 0 })
const set = (text: string): HistoryEntry => stepOf({ type: 'set', target: 'layer-2', path: ['text'], value: text })

test('escapeStored() makes braces text, also of what is undone or done again', () => {
  const before: StoredHistory = { document: openDocument(card('Price')), undo: [], redo: [] }
  const badge = { type: 'qr-code', name: 'Code', ...box, height: 100, value: '{{' }
  const insert = stepOf({ type: 'insert', parent: null, index: 1, layers: [badge] })
  const history = new History(escapeStored(before, nothing))
  history.replay(escapeStored([set('Only {{Price}}'), set('{{#if}}'), insert, { type: 'undo' }], nothing))
  expect(textOf(history)).toContain(JSON.stringify('\\{{#if}}'))
  history.redo()
  expect(history.document.design.layers[1]).toMatchObject({ value: '\\{{' })
  history.undo()
  history.undo()
  expect(textOf(history)).toContain(JSON.stringify('Only \\{{Price}}'))
})

test('escapeStored() escapes a text once, at every depth', () => {
  const document = { ...openDocument(card('Price')), design: card('{{Price}} \\{{') }
  const [layer] = escapeStored({ document }, nothing).document.design.layers
  expect(layer).toEqual({ ...card('').layers[0], children: [title('\\{{Price}} \\\\{{')] })
})

test('escapeStored() escapes the address of a picture, and no picture that is there itself', () => {
  const step = (value: string) => stepOf({ type: 'set', target: 'layer-2', path: ['src'], value })
  const inside = 'data:image/svg+xml,<svg>{{x}}</svg>'
  expect(escapeStored([step('https://a.example/{{x}}'), step(inside)], nothing)).toEqual([
    step('https://a.example/\\{{x}}'),
    step(inside),
  ])
})

test('escapeStored() makes cells of rows text, also of what is done again', () => {
  const cell = { bind: 'Price' }
  const table = (rows: unknown) => ({ type: 'table', name: 'Table', ...box, rows })
  const step = (value: unknown) =>
    stepOf({ type: 'set', target: 'layer-2', path: ['rows'], value: JSON.parse(JSON.stringify(value)) })
  const [layer] = escapeStored({ layers: [table([[cell]])] }, nothing).layers
  expect(layer).toEqual(table([[[cell]]]))
  expect(escapeStored([step([[cell]])], nothing)).toEqual([step([[[cell]]])])
})

test('escapeStored() leaves what has no braces as it is', () => {
  const stored = { document: openDocument(card('Price')), undo: [], redo: [] }
  expect(escapeStored(stored, nothing)).toBe(stored)
})

test('escapeStored() makes links text, and braces where a picture is named, and keeps expressions', () => {
  const known = { expressions: true, links: false }
  const address = 'https://a.example/{{x}}'
  const words = `[{{x}}](link=${address})`
  const step = (key: string, value: unknown) =>
    stepOf({ type: 'set', target: 'layer-2', path: [key], value: JSON.parse(JSON.stringify(value)) })
  const escaped = String.raw`https://a.example/\{{x}}`
  expect(
    escapeStored(
      [set(words), step('src', address), step('logo', address), step('fill', { type: 'picture', src: address })],
      known,
    ),
  ).toEqual([
    set(String.raw`[{{x}}]\(link=${address})`),
    step('src', address),
    step('logo', escaped),
    step('fill', { type: 'picture', src: escaped }),
  ])
})
