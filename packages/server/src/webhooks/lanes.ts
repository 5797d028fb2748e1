import { backoffMs } from '#core/backoff.ts'
import type { ClaimedDelivery } from '#core/ports/data/webhooks.ts'

const mostInFlight = 64
const mostPerWebhook = 4
const mostHeldInFlight = 16
/** So many timeouts in a row, and a webhook is held to one request at a time. */
const heldAfterTimeouts = 3
/** A free lane is filled up to this many waiting deliveries, as soon as half of them are gone. */
const roomOfFree = 128
const roomOfHeld = 2

/** With so many lanes, those that are idle and in good standing are forgotten: triggers may name ever new receivers. */
const mostRemembered = 500

/** A delivery of this process until its lease ends, with the time until which an attempt may start. */
export interface Claimed {
  delivery: ClaimedDelivery
  usableUntilMs: number
}

/** What is under way and waiting for one webhook. */
interface Lane {
  waiting: Claimed[]
  inFlight: number
  timeouts: number
  /** Attempts in a row that broke off inside Pictable, such as for a secret that cannot be opened. */
  failures: number
  /** No attempt starts before this time. */
  pausedUntilMs: number
  /** One at a time: it has not answered yet since the start, or timed out several times in a row. */
  isHeld: boolean
  /** The last claim found fewer than there was room for. */
  isDrained: boolean
}

/** Who is sent to next: webhooks in turn, each within its bounds, so that a hanging one never delays the others. */
export interface Lanes {
  /** Claimed deliveries, to be sent before the time; `rooms` is what was asked for. */
  add(claimed: readonly ClaimedDelivery[], rooms: ReadonlyMap<string, number>, usableUntilMs: number): void
  /** The next to be sent now; undefined when every bound is reached or nothing waits. */
  next(nowMs: number): Claimed | undefined
  /** An attempt has ended: with an answer or a quick error, by its deadline, or before it was sent. */
  end(webhookId: string, how: 'answered' | 'timed_out' | 'not_sent'): void
  /** The delivery was not sent, and is the next of its webhook. */
  putBack(claimed: Claimed): void
  /** An attempt broke off inside Pictable: the webhook is paused for a backoff. @returns until when */
  fail(webhookId: string, options: { nowMs: number; chance: number }): Date
  /** How many more of each known webhook may be claimed. */
  rooms(): Map<string, number>
  /** Whether a webhook that may have more in the queue runs low. */
  runsLow(): boolean
  /** Something new may be due anywhere. */
  refresh(): void
  /** Starts nothing more for the webhook until its lane is cleared. */
  stop(webhookId: string): void
  /** Drops what waits for the webhook. @returns the ids of the deliveries */
  clear(webhookId: string): string[]
  inFlight(): number
  /** Of all claimed deliveries that wait. */
  waitingIds(): string[]
}

/** For a webhook that no lane knows yet. */
export const roomOfUnknown = roomOfHeld

export function createLanes(): Lanes {
  const lanes = new Map<string, Lane>()
  let inFlight = 0

  function laneOf(webhookId: string): Lane {
    const known = lanes.get(webhookId)
    if (known !== undefined) return known
    const lane: Lane = {
      ...{ waiting: [], inFlight: 0, timeouts: 0, failures: 0, pausedUntilMs: Number.NEGATIVE_INFINITY },
      ...{ isHeld: true, isDrained: false },
    }
    lanes.set(webhookId, lane)
    return lane
  }

  const heldInFlight = () => {
    let count = 0
    for (const lane of lanes.values()) if (lane.isHeld) count += lane.inFlight
    return count
  }

  function mayStart(lane: Lane, nowMs: number): boolean {
    if (lane.waiting.length === 0 || lane.pausedUntilMs > nowMs) return false
    if (!lane.isHeld) return lane.inFlight < mostPerWebhook
    return lane.inFlight < 1 && heldInFlight() < mostHeldInFlight
  }

  const roomOf = ({ isHeld, waiting }: Lane) => Math.max(0, (isHeld ? roomOfHeld : roomOfFree) - waiting.length)
  const isLow = ({ isHeld, waiting }: Lane) => waiting.length <= (isHeld ? 0 : roomOfFree / 2)

  return {
    add(claimed, rooms, usableUntilMs) {
      for (const [webhookId, room] of rooms) {
        const lane = lanes.get(webhookId)
        if (lane !== undefined && room > 0) lane.isDrained = true
      }
      const byWebhook = Map.groupBy(claimed, (delivery) => delivery.webhookId)
      for (const [webhookId, deliveries] of byWebhook) {
        const lane = laneOf(webhookId)
        lane.isDrained = deliveries.length < (rooms.get(webhookId) ?? roomOfUnknown)
        lane.waiting.push(...deliveries.map((delivery) => ({ delivery, usableUntilMs })))
      }
    },
    next(nowMs) {
      if (inFlight >= mostInFlight) return undefined
      for (const [webhookId, lane] of lanes) {
        while (lane.waiting[0] !== undefined && lane.waiting[0].usableUntilMs < nowMs) lane.waiting.shift()
        if (!mayStart(lane, nowMs)) continue
        const next = lane.waiting.shift()
        if (next === undefined) continue
        lane.inFlight += 1
        inFlight += 1
        // To the end of the turn.
        lanes.delete(webhookId)
        lanes.set(webhookId, lane)
        return next
      }
      return undefined
    },
    end(webhookId, how) {
      const lane = laneOf(webhookId)
      lane.inFlight -= 1
      inFlight -= 1
      if (how !== 'not_sent') {
        lane.failures = 0
        lane.timeouts = how === 'timed_out' ? lane.timeouts + 1 : 0
      }
      if (how === 'answered') lane.isHeld = false
      else if (lane.timeouts >= heldAfterTimeouts) lane.isHeld = true
      const isIdle = lane.inFlight + lane.waiting.length + lane.timeouts + lane.failures === 0
      if (isIdle && lanes.size > mostRemembered) lanes.delete(webhookId)
    },
    putBack(claimed) {
      laneOf(claimed.delivery.webhookId).waiting.unshift(claimed)
    },
    fail(webhookId, { nowMs, chance }) {
      const lane = laneOf(webhookId)
      lane.failures += 1
      lane.pausedUntilMs = nowMs + backoffMs({ failures: lane.failures, chance })
      lane.isHeld = true
      lane.isDrained = true
      return new Date(lane.pausedUntilMs)
    },
    rooms: () => new Map([...lanes].map(([webhookId, lane]) => [webhookId, isLow(lane) ? roomOf(lane) : 0])),
    runsLow: () => [...lanes.values()].some((lane) => !lane.isDrained && isLow(lane)),
    refresh() {
      for (const lane of lanes.values()) lane.isDrained = false
    },
    stop(webhookId) {
      laneOf(webhookId).pausedUntilMs = Number.POSITIVE_INFINITY
    },
    clear(webhookId) {
      const lane = laneOf(webhookId)
      const ids = lane.waiting.map(({ delivery }) => delivery.id)
      lane.waiting = []
      lane.pausedUntilMs = Number.NEGATIVE_INFINITY
      return ids
    },
    inFlight: () => inFlight,
    waitingIds: () => [...lanes.values()].flatMap(({ waiting }) => waiting.map(({ delivery }) => delivery.id)),
  }
}
