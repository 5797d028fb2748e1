import { expect, test } from 'vitest'
import { claimed, type Draft, editorOf, handOverMs, leaseMs, released, waiterOf, waitingMs } from './draft.ts'
import { emptyDraft } from './edit-draft.ts'

const mia = { session: 'session-mia', name: 'Mia' }
const ada = { session: 'session-ada', name: 'Ada' }
const eve = { session: 'session-eve', name: 'Eve' }
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

test('claimed() starts the time again when another editor asks', () => {
  const asked = ask(ask(claim(emptyDraft('tpl_1'), mia, 0), ada, 0), eve, 2000)
  expect(asked.waiting?.name).toBe('Eve')
  expect(holder(ask(asked, eve, handOverMs), handOverMs)).toBe('Mia')
  expect(holder(ask(asked, eve, 2000 + handOverMs), 2000 + handOverMs)).toBe('Eve')
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
