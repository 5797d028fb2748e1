import { describe, expect, test } from 'vitest'
import type { Command } from '#editor/document/command.ts'
import { type EditorDocument, idOfName, layerAt } from '#editor/document/document.ts'
import { open } from '#editor/document/random-commands.test-kit.ts'
import { History, type HistoryEntry, type HistoryLimits } from './history.ts'

const card = (document: EditorDocument) => idOfName(document, 'Card') ?? ''
const xOf = (history: History) => layerAt(history.document, card(history.document))?.x
const toX = (history: History, value: unknown): Command => ({
  type: 'set',
  target: card(history.document),
  path: ['x'],
  value,
})

function start(limits?: HistoryLimits): History {
  return History.of(open(), limits)
}

describe('History', () => {
  test('makes one step of a gesture, and selects what it changes', () => {
    const history = start()
    history.begin({ atMs: 0 })
    for (const x of [11, 12, 60]) history.update(toX(history, x))
    expect(history.undo()).toBeUndefined()
    history.end(5)
    expect([history.depth, xOf(history)]).toEqual([1, 60])
    expect(history.undo()?.select).toEqual([card(history.document)])
    expect([xOf(history), history.redo()?.select, xOf(history)]).toEqual([10, [card(history.document)], 60])
  })

  test('run() returns the document after the command', () => {
    const history = start()
    const { document } = history.run(toX(history, 60), { atMs: 0 })
    expect(document).toBe(history.document)
    expect(layerAt(document, card(document))?.x).toBe(60)
  })

  test('forget() undoes a step for good, also where it is replayed', () => {
    const entries: HistoryEntry[] = []
    const first = open()
    const history = History.of(first, {}, (entry) => entries.push(entry))
    for (const x of [30, 60, 90]) history.run(toX(history, x), { atMs: x })
    history.undo()
    expect(history.forget()?.select).toEqual([card(history.document)])
    const replayed = History.of(first)
    replayed.replay(JSON.parse(JSON.stringify(entries)))
    for (const each of [history, replayed]) expect([xOf(each), each.depth, each.canRedo]).toEqual([30, 1, false])
    history.forget()
    expect([history.forget(), history.document.design]).toEqual([undefined, first.design])
  })

  test('leaves no step of a gesture that was cancelled or came back', () => {
    const history = start()
    const first = history.document
    history.begin({ atMs: 0 })
    history.update(toX(history, 90))
    history.cancel()
    expect(history.document).toBe(first)
    history.begin({ atMs: 1 })
    history.update(toX(history, 90))
    history.update(toX(history, 10))
    history.end(2)
    expect([history.depth, history.document]).toEqual([0, first])
  })

  test('keeps the state of a gesture when an update cannot be applied', () => {
    const history = start()
    history.begin({ atMs: 0 })
    history.update(toX(history, 30))
    expect(() => history.update(toX(history, 'left'))).toThrow(/x: must be/)
    history.end(1)
    expect(xOf(history)).toBe(30)
  })

  test('merges bursts of one kind until a pause, an undo or another kind', () => {
    const history = start()
    const nudge = (x: number, atMs: number, merge = 'nudge') => history.run(toX(history, x), { merge, atMs })
    nudge(11, 0)
    nudge(12, 900)
    nudge(13, 1800)
    expect(history.depth).toBe(1)
    expect(history.store().undo[0]?.command).toEqual({ type: 'batch', commands: [toX(history, 10)] })
    nudge(14, 3000)
    nudge(15, 3100, 'typing')
    expect(history.depth).toBe(3)
    history.undo()
    nudge(20, 3200, 'nudge')
    expect(history.depth).toBe(3)
    history.undo()
    history.undo()
    history.undo()
    expect(xOf(history)).toBe(10)
  })

  test('goes on with a step that was undone and done again', () => {
    const history = start()
    history.run(toX(history, 11), { merge: 'typing', atMs: 0 })
    history.undo()
    history.redo()
    history.run(toX(history, 12), { merge: 'typing', atMs: 500 })
    expect(history.depth).toBe(1)
    history.undo()
    expect(xOf(history)).toBe(10)
  })

  test('keeps 1,000 steps, and fewer when they are large', () => {
    const history = start()
    for (let x = 0; x < 1100; x++) history.run(toX(history, 1000 + x), { atMs: x })
    expect(history.depth).toBe(1000)
    const small = start({ maxBytes: 10_000 })
    const src = 'x'.repeat(2000)
    const photo = idOfName(small.document, 'Photo') ?? ''
    for (let at = 0; at < 9; at++) {
      small.run({ type: 'set', target: photo, path: ['src'], value: src + at }, { atMs: at })
    }
    expect(small.depth).toBe(2)
  })
})
