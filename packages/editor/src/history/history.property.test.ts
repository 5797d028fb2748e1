import { formatDesign } from '@pictable/renderer/format-design'
import { parseTemplate } from '@pictable/renderer/template'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CommandError } from '#editor/document/command-error.ts'
import type { EditorDocument } from '#editor/document/document.ts'
import { commandFrom, type Draw, drawing, open } from '#editor/document/random-commands.test-kit.ts'
import { History, type HistoryEntry } from './history.ts'

/** `HISTORY_COMMANDS=10000` tries the number that the design of the editor names; 800 are enough for a change. */
const COMMANDS = Number(process.env.HISTORY_COMMANDS ?? 800)

const unlimited = { maxSteps: Number.POSITIVE_INFINITY, maxBytes: Number.POSITIVE_INFINITY }
const same = (document: EditorDocument) => ({ design: document.design, ids: document.ids })

/** One action of a person: a command, a gesture of several, undo or redo. */
function act(history: History, draw: Draw, atMs: number): void {
  const [, , , choice = 50] = draw.picks
  const number = choice % 100
  if (number < 15) return void history.undo()
  if (number < 25) return void history.redo()
  try {
    if (number < 40) drag(history, draw, atMs)
    else history.run(commandFrom(history.document, draw), { atMs, ...(number < 50 && { merge: 'typing' }) })
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    history.cancel()
  }
}

function drag(history: History, draw: Draw, atMs: number): void {
  const base = history.document
  history.begin({ atMs })
  for (const more of [0, 1, 2]) history.update(commandFrom(base, { ...draw, value: draw.value + more }))
  if (draw.value % 4 === 0) history.cancel()
  else history.end(atMs)
}

test('random commands with undo and redo in between: always valid, and undo of all gives the first text', () => {
  const draws = fc.sample(drawing, { numRuns: COMMANDS, seed: 21 })
  const first = open()
  const entries: HistoryEntry[] = []
  const history = History.of(first, unlimited, (entry) => entries.push(entry))
  let deepest = 0
  for (const [at, draw] of draws.entries()) {
    act(history, draw, at * 300)
    deepest = Math.max(deepest, history.depth)
    // Every command was checked by its changed layers; now and then all of it is.
    if (at % 20 === 0) parseTemplate(structuredClone(history.document.design))
    // A document that only grows tries the same again and again.
    if (history.document.design.layers.length > 40) while (history.undo());
  }
  expect(deepest).toBeGreaterThan(50)
  const last = structuredClone(same(history.document))
  const replayed = History.of(first, unlimited)
  replayed.replay(JSON.parse(JSON.stringify(entries)))
  expect(same(replayed.document)).toEqual(last)
  const reopened = new History(JSON.parse(JSON.stringify(history.store())), unlimited)
  for (const each of [history, replayed, reopened]) {
    while (each.undo());
    expect(formatDesign(each.document.design)).toBe(formatDesign(first.design))
    expect(each.document.ids).toEqual(first.ids)
    while (each.redo());
  }
  expect(reopened.document.design).toEqual(history.document.design)
})
