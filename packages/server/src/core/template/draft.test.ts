import { expect, test } from 'vitest'
import {
  chosenOf,
  claimed,
  type Draft,
  editorOf,
  handOverMs,
  leaseMs,
  released,
  sessionOf,
  waiterOf,
  waitingMs,
} from './draft.ts'
import { emptyDraft } from './edit-draft.ts'

const mia = { session: sessionOf('usr_mia', 'tab-1'), name: 'Mia' }
const ada = { session: sessionOf('usr_ada', 'tab-1'), name: 'Ada' }
const eve = { session: sessionOf('usr_eve', 'tab-1'), name: 'Eve' }
const time = (ms: number) => new Date(1_000_000 + ms)
const claim = (draft: Draft, editor: typeof mia, ms: number) =>
  claimed(draft, editor, { now: time(ms), takeOver: false })
const ask = (draft: Draft, editor: typeof mia, ms: number) => claimed(draft, editor, { now: time(ms), takeOver: true })
const holder = (draft: Draft, ms: number) => editorOf(draft, time(ms))?.name ?? null

test('claimed() gives the lease to one editor, who renews it', () => {
  const first = claim(emptyDraft('tpl_1'), mia, 0)
  expect(holder(first, leaseMs - 1)).toBe('Mia')
  expect(holder(first, leaseMs)).toBeNull()
  expect(claim(first, ada, leaseMs - 1)).toBe(first)
  const renewed = claim(first, mia, 10_000)
  expect(holder(renewed, leaseMs)).toBe('Mia')
  expect(holder(claim(first, ada, leaseMs), leaseMs)).toBe('Ada')
})

test('claimed() gives the lease to the editor that asked, when its holder had time to save', () => {
  const asked = ask(claim(emptyDraft('tpl_1'), mia, 0), ada, 100)
  expect(holder(asked, 100)).toBe('Mia')
  expect(asked.waiting).toEqual({ ...ada, since: time(100) })
  expect(holder(ask(asked, ada, 99 + handOverMs), 99 + handOverMs)).toBe('Mia')
  const taken = ask(asked, ada, 100 + handOverMs)
  expect(holder(taken, 100 + handOverMs)).toBe('Ada')
  expect(taken.waiting).toBeNull()
})

test('claimed() lets the editor that asked first take over first', () => {
  const asked = ask(claim(emptyDraft('tpl_1'), mia, 0), ada, 0)
  expect(ask(asked, eve, 2000)).toBe(asked)
  const taken = ask(asked, ada, handOverMs)
  expect(holder(taken, handOverMs)).toBe('Ada')
  expect(ask(taken, eve, handOverMs).waiting?.name).toBe('Eve')
  expect(ask(asked, eve, waitingMs).waiting?.name).toBe('Eve')
})

test('claimed() keeps no one out for a user with many sessions', () => {
  const other = { session: sessionOf('usr_mia', 'tab-2'), name: 'Mia' }
  let draft = ask(claim(emptyDraft('tpl_1'), mia, 0), other, 0)
  for (let ms = 500; ms <= 4000; ms += 500) draft = ask(ask(claim(draft, mia, ms - 2), other, ms - 1), ada, ms)
  expect(holder(draft, 4000)).toBe('Ada')
})

test('sessionOf() tells the same choice of two callers apart', () => {
  const asked = claim(claim(emptyDraft('tpl_1'), mia, 0), ada, 1)
  expect([chosenOf(mia.session), chosenOf(ada.session)]).toEqual(['tab-1', 'tab-1'])
  expect(holder(asked, 1)).toBe('Mia')
  expect(released(asked, ada.session, time(2))).toBe(asked)
})

test('released() hands the lease to the editor that waits, and withdraws a request', () => {
  const asked = ask(claim(emptyDraft('tpl_1'), mia, 0), ada, 100)
  expect(holder(released(asked, mia.session, time(200)), 200)).toBe('Ada')
  expect(released(asked, ada.session, time(200))).toMatchObject({ waiting: null, editing: { name: 'Mia' } })
  expect(released(asked, eve.session, time(200))).toBe(asked)
  expect(released(claim(emptyDraft('tpl_1'), mia, 0), mia.session, time(1)).editing).toBeNull()
})

test('an editor that asked and then closed gets no lease', () => {
  const asked = ask(claim(emptyDraft('tpl_1'), mia, 0), ada, 100)
  const later = 100 + waitingMs
  expect(waiterOf(asked, time(later - 1))?.name).toBe('Ada')
  expect(released(asked, mia.session, time(later)).editing).toBeNull()
  expect(claim(asked, mia, later).waiting).toBeNull()
  expect(claim(asked, eve, leaseMs)).toMatchObject({ editing: eve, waiting: null })
  const again = ask(claim(asked, mia, later), ada, later)
  expect([holder(again, later), again.waiting]).toEqual(['Mia', { ...ada, since: time(later) }])
})

test('editorOf() ignores a lease of a clock that was ahead', () => {
  const ahead = { ...emptyDraft('tpl_1'), editing: { ...mia, until: time(leaseMs * 10) } }
  expect(holder(ahead, 0)).toBeNull()
  expect(holder(claim(ahead, ada, 0), 1)).toBe('Ada')
})
