import { openDocument } from '@pictable/editor'
import { expect, test } from 'vitest'
import type { Recovered } from './journal.ts'
import { matchJournal } from './match-journal.ts'
import type { Draft } from './server-draft.ts'

const before = { schema: 1 as const, name: 'Card', width: 100, height: 100, layers: [] }
const design = { ...before, width: 120 }
const draft: Draft = {
  ...{
    revision: 4,
    base_version: 2,
    latest_version: 2,
    has_changes: true,
    editing: null,
    waiting: null,
    design,
    sample: {},
  },
  ...{ template_id: 'tpl_1', updated_at: null, updated_by: null },
}
const stored = (design: object, sample = {}) => openDocument(design, 'test', sample)
const found = (part: Partial<Recovered>): Recovered => ({
  ...{ session: 'tab-1', revision: 4, baseVersion: 2, saved: 3, sent: null, last: 3 },
  history: { document: stored(before), undo: [], redo: [] },
  documentAfter: () => undefined,
  ...part,
})

test('matchJournal() keeps what the draft does not have', () => {
  const journal = { revision: 4, baseVersion: 2, unsaved: 2 }
  expect(matchJournal(found({ last: 5 }), draft)).toMatchObject({ saved: 3, journal })
  expect(matchJournal(found({ last: 5, revision: 3 }), draft)?.journal).toEqual({ ...journal, revision: 3 })
})

test('matchJournal() finds the save whose answer was lost', () => {
  const sent = { entry: 4, revision: 3 }
  const lost = found({ last: 5, revision: 3, sent, documentAfter: () => stored(design) })
  expect(matchJournal(lost, draft)).toMatchObject({ saved: 4, journal: { revision: 4, unsaved: 1 } })
})

test('matchJournal() drops a journal that has nothing more, or less than the draft', () => {
  expect(matchJournal(found({ revision: 3 }), draft)).toBeNull()
  expect(matchJournal(found({ saved: 3, last: 2 }), draft)).toBeNull()
  expect(matchJournal(found({ last: 2, sent: { entry: 3, revision: 3 } }), draft)).toBeNull()
})

test('matchJournal() keeps sample values that were typed since, and has those of the server otherwise', () => {
  const document = stored(before, { Name: 'Ada' })
  const part = { last: 4, revision: 3, documentAfter: () => document }
  const sampleOf = (now: object) => {
    const history = { document: { ...document, ...now }, undo: [], redo: [] }
    return matchJournal(found({ ...part, history }), { ...draft, sample: { Name: 'Eve' } })?.history.document.sample
  }
  expect(sampleOf({ sample: { Name: 'Grace' } })).toEqual({ Name: 'Grace' })
  expect(sampleOf({ design })).toEqual({ Name: 'Eve' })
})

test('matchJournal() has another history only where the sample values are others', () => {
  const part = found({ last: 5 })
  expect(matchJournal({ ...part, documentAfter: () => part.history.document }, draft)?.history).toBe(part.history)
})

test('matchJournal() finds no save of its own where the draft lacks the sample values that it sent', () => {
  const documentAfter = (entry: number) => stored(design, entry === 3 ? {} : { Name: 'Ada' })
  const history = { document: stored(design, { Name: 'Ada' }), undo: [], redo: [] }
  const sent = found({ ...{ last: 4, revision: 3, sent: { entry: 4, revision: 3 } }, documentAfter, history })
  expect(matchJournal(sent, draft)).toMatchObject({ saved: 3, journal: { revision: 3, unsaved: 1 }, history })
  expect(matchJournal(sent, { ...draft, sample: { Name: 'Ada' } })).toMatchObject({ saved: 4, journal: { unsaved: 0 } })
})
