import { describe, expect, test } from 'vitest'
import { type DraftEffect, type DraftEvent, type DraftState, OPENING, statusOf } from './draft-state.ts'
import { next } from './next.ts'

/** The state after events, and every effect on the way. */
function after(events: readonly DraftEvent[], from: DraftState = OPENING) {
  let state = from
  const effects: DraftEffect[] = []
  for (const event of events) {
    const step = next(state, event)
    state = step.state
    effects.push(...step.effects)
  }
  return { state, effects, types: effects.map(({ type }) => type), status: statusOf(state) }
}

const draft = { revision: 4, baseVersion: 2, hasChanges: true }
const opened: DraftEvent = { type: 'opened', draft, latestVersion: 2, editing: 'this', journal: null }
const edit: readonly DraftEvent[] = [{ type: 'edited' }, { type: 'journaled', edit: 1 }, { type: 'waited' }]
const following: DraftEvent = { ...opened, editing: { who: 'Mia' } }
const failed = (reason: 'network' | 'busy' | 'signed-out' | 'gone'): DraftEvent => ({
  ...{ type: 'save-failed', failure: { reason } },
})
const saved = (revision: number, hasChanges = true): DraftEvent => ({ type: 'saved', revision, hasChanges })
const stale: DraftEvent = { type: 'save-failed', failure: { reason: 'stale', own: null } }

describe('next() saves', () => {
  test('an edit after it is in the journal, and what was made since right after', () => {
    expect(after([opened]).status).toBe('saved')
    const waiting = after([opened, { type: 'edited' }, { type: 'waited' }])
    expect(waiting.effects).toEqual([
      { type: 'journal', edit: 1 },
      { type: 'wait', ms: 300 },
    ])
    expect(waiting.status).toBe('saving')
    const sent = after([{ type: 'journaled', edit: 1 }], waiting.state)
    expect(sent.effects).toEqual([{ type: 'save', edit: 1, revision: 4, baseVersion: 2 }])
    const more = after([{ type: 'edited' }, { type: 'edited' }, { type: 'journaled', edit: 3 }], sent.state)
    expect(more.types).toEqual(['journal', 'journal'])
    expect(after([saved(5)], more.state).effects).toEqual([
      { type: 'mark-journal', edit: 1, revision: 5, baseVersion: 2 },
      { type: 'save', edit: 3, revision: 5, baseVersion: 2 },
    ])
  })

  test('without a journal when the browser has none', () => {
    expect(after([opened, { type: 'journal-broken' }, { type: 'edited' }, { type: 'waited' }]).types).toContain('save')
  })

  test('again with a growing pause while the server is away, and as soon as it is back', () => {
    const once = after([opened, ...edit, failed('network')])
    expect([once.effects.at(-1), once.status]).toEqual([{ type: 'wait', ms: 1000 }, 'saving'])
    const twice = after([{ type: 'waited' }, failed('busy')], once.state)
    expect([twice.effects.at(-1), twice.status]).toEqual([{ type: 'wait', ms: 2000 }, 'offline'])
    expect(after([{ type: 'online' }], twice.state).types).toEqual(['save'])
    const offline = after([opened, { type: 'offline' }, ...edit])
    expect([offline.types.includes('save'), offline.status]).toEqual([false, 'offline'])
    expect(after([{ type: 'online' }], offline.state).types).toEqual(['save'])
  })

  test('again on its own revision when the answer to a save was lost', () => {
    const lost = after([opened, ...edit, failed('network'), { type: 'waited' }])
    const again = after([{ type: 'save-failed', failure: { reason: 'stale', own: 5 } }], lost.state)
    expect(again.effects).toEqual([{ type: 'save', edit: 1, revision: 5, baseVersion: 2 }])
  })

  test('after logging in again', () => {
    const out = after([opened, ...edit, failed('signed-out')])
    expect([out.types.at(-1), out.status]).toEqual(['sign-in', 'signed-out'])
    expect(after([{ type: 'signed-in' }], out.state).types).toEqual(['save'])
  })

  test('not again what the server refuses, until the next edit', () => {
    const refused = after([opened, ...edit, { type: 'save-failed', failure: { reason: 'rejected', message: 'No.' } }])
    expect([refused.status, refused.types.filter((type) => type === 'save')]).toEqual(['rejected', ['save']])
    expect(
      after([{ type: 'edited' }, { type: 'journaled', edit: 2 }, { type: 'waited' }], refused.state).types,
    ).toContain('save')
  })
})

describe('next() with other sessions', () => {
  test('follows the one that edits, and makes no edits', () => {
    const follower = after([following, { type: 'edited' }])
    expect([follower.types, follower.status]).toEqual([['show'], 'following'])
    const changed: DraftEvent = { type: 'draft-changed', who: 'Mia', draft: { ...draft, revision: 5 } }
    expect(after([changed], follower.state)).toMatchObject({ types: ['show'], state: { revision: 5 } })
    const claimed = after([{ type: 'take-over' }], follower.state)
    expect(claimed.types).toEqual(['claim'])
    expect(after([{ ...opened, draft: { ...draft, revision: 7 } }], claimed.state)).toMatchObject({
      ...{ types: [], status: 'saved', state: { revision: 7 } },
    })
  })

  test('saves at once when it is asked to hand over, and releases the lease then', () => {
    const asked = after([opened, { type: 'edited' }, { type: 'journaled', edit: 1 }, { type: 'asked', who: 'Ada' }])
    expect(asked.types).toEqual(['journal', 'wait', 'save'])
    const released = after([saved(5)], asked.state)
    expect(released.types).toEqual(['mark-journal', 'release'])
    expect(released.state.mode).toEqual({ name: 'following', who: 'Ada' })
    expect(after([opened, { type: 'asked', who: 'Ada' }]).types).toEqual(['release'])
    expect(after([following, { type: 'asked', who: 'Ada' }]).types).toEqual(['show'])
  })

  test('keeps unsaved edits when it is overtaken, saves them if the draft is as it was, and merges them if not', () => {
    const lost = after([opened, ...edit, { type: 'save-failed', failure: { reason: 'in-use', who: 'Mia' } }])
    expect([lost.status, lost.types.includes('reload')]).toEqual(['following', false])
    expect(after([opened], lost.state).types).toEqual(['save'])
    const changed: DraftEvent = { type: 'draft-changed', who: 'Mia', draft: { ...draft, revision: 5 } }
    expect(after([changed], lost.state).types).toEqual([])
    const merging = after([{ ...opened, draft: { ...draft, revision: 5 } }], lost.state)
    expect([merging.types, merging.status]).toEqual([['merge'], 'conflict'])
    const merged: DraftEvent = { type: 'merged', draft: { ...draft, revision: 5 }, baseVersion: 2 }
    const done = after([merged, { type: 'journaled', edit: 2 }, { type: 'waited' }], merging.state)
    expect(done.effects.at(-1)).toEqual({ type: 'save', edit: 2, revision: 5, baseVersion: 2 })
  })

  test('asks when a version was pushed, unless nothing was edited', () => {
    const push: DraftEvent = { type: 'version-pushed', version: 3 }
    expect(after([opened, push]).types).toEqual(['merge'])
    const fresh = after([{ ...opened, draft: { ...draft, hasChanges: false } }, push])
    expect([fresh.types, fresh.status]).toEqual([['reload'], 'saved'])
    const read: DraftEvent = { type: 'reloaded', draft: { revision: 5, baseVersion: 3, hasChanges: false } }
    expect(after([read], fresh.state)).toMatchObject({ types: ['show'], state: { revision: 5, baseVersion: 3 } })
    expect(after([opened, ...edit, stale]).effects.at(-1)).toEqual({ type: 'merge', with: 'draft' })
  })

  test('asks when something was edited before a version that was pushed is shown', () => {
    const clean: DraftEvent = { ...opened, draft: { ...draft, hasChanges: false } }
    const push: DraftEvent = { type: 'version-pushed', version: 3 }
    const read: DraftEvent = { type: 'reloaded', draft: { revision: 5, baseVersion: 3, hasChanges: false } }
    const edited = after([clean, push, ...edit, read])
    expect(edited.effects.at(-1)).toEqual({ type: 'save', edit: 1, revision: 4, baseVersion: 2 })
    expect(edited.types).not.toContain('show')
    const done = after([saved(6), read], edited.state)
    expect([done.types, done.state.revision]).toEqual([['mark-journal'], 6])
    expect(after([push], done.state)).toMatchObject({ types: ['merge'], status: 'conflict' })
    // What was undone, or was a sample value, is no change.
    expect(after([saved(6, false), push], edited.state).types).toEqual(['mark-journal', 'reload'])
    expect(after([push, read], after([clean, push]).state).types).toEqual(['reload', 'show'])
  })
})

describe('next() recovers', () => {
  test('edits of the journal on the draft that they began with', () => {
    const recovered = after([{ ...opened, journal: { ...draft, unsaved: 2 } }])
    expect(recovered.types).toEqual(['replay', 'save'])
    expect(recovered.state).toMatchObject({ made: 2, inFlight: 2 })
    expect(after([{ ...opened, journal: { ...draft, unsaved: 0 } }]).types).toEqual([])
  })

  test('by merging when the draft or the version is another one', () => {
    expect(after([{ ...opened, journal: { ...draft, revision: 3, unsaved: 1 } }]).effects).toEqual([
      { type: 'merge', with: 'draft' },
    ])
    expect(after([{ ...opened, journal: { ...draft, baseVersion: 1, unsaved: 1 } }]).effects).toEqual([
      { type: 'merge', with: 'version' },
    ])
  })

  test('by merging a version that was pushed over a saved draft', () => {
    const pushed = { ...opened, latestVersion: 3 }
    expect(after([pushed])).toMatchObject({ types: ['merge'], status: 'conflict' })
    const journaled = after([{ ...pushed, journal: { ...draft, unsaved: 2 } }])
    expect([journaled.types, journaled.state.made]).toEqual([['replay', 'merge'], 2])
    expect(after([{ ...pushed, draft: { ...draft, hasChanges: false } }]).status).toBe('saved')
  })

  test('after sleep, by looking at draft and lease again', () => {
    const slept = after([opened, ...edit, failed('network'), { type: 'resumed' }])
    expect(slept.types.slice(-2)).toEqual(['reopen', 'save'])
    const idle = after([opened, { type: 'resumed' }])
    expect(after([opened], idle.state).types).toEqual([])
    expect(after([{ ...opened, draft: { ...draft, revision: 9 } }], idle.state).types).toEqual(['show'])
  })

  test('nothing that the user drops', () => {
    const merging = after([opened, ...edit, stale, { type: 'discarded', draft: { ...draft, revision: 6 } }])
    expect(merging.types.slice(-2)).toEqual(['merge', 'show'])
    expect([merging.status, merging.state.revision]).toEqual(['saved', 6])
  })
})

describe('next() publishes', () => {
  test('what was saved, after it was saved', () => {
    const asked = after([opened, { type: 'edited' }, { type: 'publish', note: 'Spring' }])
    expect(asked.types).not.toContain('publish')
    const sent = after([{ type: 'journaled', edit: 1 }, { type: 'waited' }, saved(5)], asked.state)
    expect(sent.effects.at(-1)).toEqual({ type: 'publish', note: 'Spring', revision: 5 })
    expect(after([{ type: 'version-pushed', version: 3 }], sent.state).types).toEqual([])
    const done = after([{ type: 'published', version: 3, revision: 6 }], sent.state)
    expect(done.state).toMatchObject({ revision: 6, baseVersion: 3, hasChanges: false, publish: null })
    expect(done.status).toBe('saved')
  })

  test('not later what was cancelled, or could not be saved when it was asked for', () => {
    const asked = after([opened, { type: 'edited' }, { type: 'publish', note: '' }, { type: 'journaled', edit: 1 }])
    const sent = after([{ type: 'waited' }], asked.state)
    const rejected: DraftEvent = { type: 'save-failed', failure: { reason: 'rejected', message: 'No.' } }
    const ends: readonly [DraftState, DraftEvent][] = [
      [asked.state, { type: 'publish-cancelled' }],
      [asked.state, { type: 'offline' }],
      ...[failed('network'), failed('busy'), failed('signed-out'), rejected].map((event): [DraftState, DraftEvent] => [
        sent.state,
        event,
      ]),
    ]
    for (const [state, event] of ends) {
      const ended = after([event], state)
      expect(ended.state.publish, event.type).toBeNull()
      const later: readonly DraftEvent[] = [
        ...([{ type: 'online' }, { type: 'signed-in' }, { type: 'waited' }, { type: 'edited' }] as const),
        ...([{ type: 'journaled', edit: 2 }, { type: 'waited' }, saved(5)] as const),
        saved(6),
      ]
      const done = after(later, ended.state)
      expect([done.status, done.types.includes('publish')], event.type).toEqual(['saved', false])
    }
    expect(after([opened, { type: 'offline' }, { type: 'publish', note: '' }]).state.publish).toBeNull()
    const onItsWay = after([opened, { type: 'publish', note: '' }, { type: 'publish-cancelled' }])
    expect(onItsWay.state.publish).toEqual({ note: '', isSent: true })
  })

  test('nothing else while it is on its way, and not over a conflict', () => {
    const sent = after([opened, { type: 'publish', note: '' }])
    expect(sent.types).toEqual(['publish'])
    expect(
      after([{ type: 'edited' }, { type: 'journaled', edit: 1 }, { type: 'waited' }], sent.state).types,
    ).not.toContain('save')
    const stale = after([{ type: 'publish-failed', failure: { reason: 'stale', own: null } }], sent.state)
    expect([stale.types, stale.state.publish]).toEqual([['reopen'], null])
    expect(after([{ ...opened, latestVersion: 3 }], stale.state).types).toEqual(['merge'])
    const lost = after([{ type: 'publish-failed', failure: { reason: 'network' } }], sent.state)
    expect([lost.types, lost.state.publish]).toEqual([[], null])
  })
})

describe('next() stops at a draft of a newer release', () => {
  const unreadable: DraftEvent = { type: 'unreadable' }

  test('keeps what was not saved, sends nothing and gives the lease back', () => {
    const stopped = after([opened, ...edit, failed('network'), unreadable])
    expect(stopped.status).toBe('unreadable')
    expect(stopped.effects.at(-1)).toEqual({ type: 'release' })
    expect([stopped.state.made, stopped.state.saved]).toEqual([1, 0])
    const later = after(
      [{ type: 'waited' }, { type: 'edited' }, { type: 'draft-changed', who: 'Mia', draft }],
      stopped.state,
    )
    expect([later.types, later.status]).toEqual([[], 'unreadable'])
  })

  test('also while someone else edits, but not when the template is gone', () => {
    expect(after([following, unreadable]).status).toBe('unreadable')
    expect(after([opened, ...edit, failed('gone'), unreadable]).status).toBe('gone')
  })
})
