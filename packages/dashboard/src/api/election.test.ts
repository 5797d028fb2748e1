import { describe, expect, test } from 'vitest'
import { CLAIM_MS, type Election, type ElectionEvent, type ElectionKind, next, SILENCE_MS } from './election.ts'

interface Tab {
  state: Election
  /** Due at; null: no timer. */
  dueMs: number | null
  /** A page that is frozen or killed runs nothing. */
  isStill: boolean
  inbox: { atMs: number; event: ElectionEvent }[]
}

/** Repeatable numbers from 0 to 1. */
function numbers(seed: number): () => number {
  let last = seed
  return () => {
    last = (last * 1_103_515_245 + 12_345) % 2_147_483_648
    return last / 2_147_483_648
  }
}

/** Tabs of one browser, with time and delays of its own. */
function createBrowser(random = () => 0, delayMs = 20) {
  const tabs: Tab[] = []
  let nowMs = 0
  let sent = 0
  const apply = (tab: Tab, event: ElectionEvent) => {
    const step = next(tab.state, event)
    tab.state = step.state
    if (step.timeoutMs !== undefined)
      tab.dueMs = step.timeoutMs === null ? null : nowMs + step.timeoutMs * (1 + random() / 2)
    if (step.send !== undefined) broadcast(tab, step.send)
  }
  const broadcast = (from: Tab, type: ElectionKind) => {
    sent += 1
    for (const tab of tabs)
      if (tab !== from) tab.inbox.push({ atMs: nowMs + delayMs * (1 + random()), event: { type, from: from.state.id } })
  }
  const tick = (tab: Tab) => {
    const due = tab.inbox.filter(({ atMs }) => atMs <= nowMs)
    tab.inbox = tab.inbox.filter(({ atMs }) => atMs > nowMs)
    for (const { event } of due) apply(tab, event)
    if (tab.dueMs === null || tab.dueMs > nowMs) return
    tab.dueMs = null
    apply(tab, { type: 'timeout' })
  }
  const leaders = () => tabs.filter(({ state, isStill }) => state.role === 'leader' && !isStill)
  return {
    tabs,
    leaders,
    sent: () => sent,
    open(id = `tab-${Math.round(random() * 1e9)}-${tabs.length}`): Tab {
      const tab: Tab = { state: { id, role: 'away', claims: 0 }, dueMs: null, isStill: false, inbox: [] }
      tabs.push(tab)
      apply(tab, { type: 'enter' })
      return tab
    },
    apply,
    /** @returns how many led at once at most */
    run(forMs: number): number {
      let most = 0
      for (const untilMs = nowMs + forMs; nowMs < untilMs; nowMs += 5) {
        for (const tab of tabs) if (!tab.isStill) tick(tab)
        most = Math.max(most, leaders().length)
      }
      return most
    },
  }
}

/** Tabs close, come back, stop running and go on. */
function disturb(browser: ReturnType<typeof createBrowser>, random: () => number): void {
  for (let turn = 0; turn < 30; turn++) {
    const tab = browser.tabs[Math.floor(random() * browser.tabs.length)]
    if (tab === undefined) continue
    if (random() < 0.3) tab.isStill = !tab.isStill
    else browser.apply(tab, { type: random() < 0.5 ? 'exit' : 'enter' })
    browser.run(random() * 1500)
  }
  for (const tab of browser.tabs) tab.isStill = false
}

describe('next()', () => {
  test('a tab alone leads within half a second', () => {
    const browser = createBrowser()
    const tab = browser.open()
    browser.run(3 * CLAIM_MS)
    expect(tab.state.role).toBe('leader')
  })

  test('of 20 tabs one leads, and it stays the same when more open', () => {
    const browser = createBrowser(numbers(1))
    for (let opened = 0; opened < 20; opened++) browser.open()
    expect(browser.run(5000)).toBe(1)
    const [leader] = browser.leaders()
    for (let opened = 0; opened < 5; opened++) browser.open()
    expect(browser.run(20_000)).toBe(1)
    expect(browser.leaders()).toEqual([leader])
  })

  test('a leader that closes or goes into the back/forward cache hands over within half a second', () => {
    const browser = createBrowser(numbers(2))
    for (let opened = 0; opened < 20; opened++) browser.open()
    browser.run(5000)
    const [leader] = browser.leaders()
    if (leader === undefined) throw new Error('no tab leads')
    browser.apply(leader, { type: 'exit' })
    expect(browser.run(500 + CLAIM_MS)).toBe(1)
    expect(browser.leaders()).toHaveLength(1)
    browser.apply(leader, { type: 'enter' })
    expect(browser.run(5000)).toBe(1)
    expect(leader.state.role).toBe('follower')
  })

  test('a leader that falls silent is replaced, and steps down or replaces when it wakes', () => {
    for (const [frozen, other] of [
      ['a', 'b'],
      ['b', 'a'],
    ]) {
      const browser = createBrowser(numbers(3))
      const leader = browser.open(frozen)
      browser.run(1000)
      browser.open(other)
      browser.run(1000)
      expect(leader.state.role).toBe('leader')
      leader.isStill = true
      browser.run(2 * SILENCE_MS)
      expect(browser.leaders()).toHaveLength(1)
      leader.isStill = false
      browser.run(1000)
      expect(browser.leaders()).toHaveLength(1)
    }
  })

  test('a follower that comes into sight does not wait for the silence to last', () => {
    const browser = createBrowser()
    const leader = browser.open('a')
    browser.run(1000)
    const follower = browser.open('b')
    browser.run(1000)
    leader.isStill = true
    browser.apply(follower, { type: 'check' })
    browser.run(3 * CLAIM_MS)
    expect(follower.state.role).toBe('leader')
  })

  test('a quiet browser of 20 tabs sends a few messages a second', () => {
    const browser = createBrowser(numbers(4))
    for (let opened = 0; opened < 20; opened++) browser.open()
    browser.run(5000)
    const before = browser.sent()
    browser.run(60_000)
    expect(browser.sent() - before).toBeLessThan(60 * 3)
  })

  test('whatever 8 tabs do, one leads once they come to rest', () => {
    for (let seed = 0; seed < 200; seed++) {
      const browser = createBrowser(numbers(seed), 60)
      for (let opened = 0; opened < 8; opened++) browser.open()
      disturb(browser, numbers(seed + 1))
      browser.run(4 * SILENCE_MS)
      const isAnyThere = browser.tabs.some(({ state }) => state.role !== 'away')
      expect([seed, browser.leaders().length]).toEqual([seed, isAnyThere ? 1 : 0])
    }
  })
})
