import { openDocument, type StoredHistory } from '@pictable/editor'
import { expect, test } from 'vitest'
import { replay } from './journal.ts'

const design = { schema: 1 as const, name: 'Card', width: 100, height: 100, layers: [] }

test('replay() reads a journal of before documents had sample values', () => {
  const { sample: _, ...document } = openDocument(design, 'test')
  const stored: StoredHistory = JSON.parse(JSON.stringify({ document, undo: [], redo: [] }))
  const head = { history: stored, saved: 2, sent: null, compacted: 2 }
  const wider = { type: 'set', target: 'page', path: ['width'], value: 120 } as const
  const sample = { type: 'set', target: 'sample', path: ['Name'], value: 'Ada' } as const
  const { history, documentAfter } = replay(head, [
    [3, { type: 'step', command: wider, atMs: 1 }],
    [4, { type: 'step', command: sample, atMs: 2 }],
  ])
  expect(documentAfter(2)?.sample).toEqual({})
  expect(history.document).toMatchObject({ design: { width: 120 }, sample: { Name: 'Ada' } })
  expect(history.undo).toHaveLength(2)
})
