/**
 * One tab of a browser leads: it holds the event stream of all of them. The tabs agree by messages alone, so this works
 * where Web Locks do not, such as over http on another host. Of two leaders the one with the lower id stays.
 */
export type Role = 'away' | 'candidate' | 'follower' | 'leader'

export interface Election {
  id: string
  role: Role
  /** Claims sent since this tab became a candidate. */
  claims: number
}

export type ElectionKind = 'claim' | 'lead' | 'leave'

export type ElectionEvent =
  /** The page opens, comes out of the back/forward cache or is no longer frozen. */
  | { type: 'enter' }
  /** The page closes, is kept in the back/forward cache or is frozen. */
  | { type: 'exit' }
  | { type: 'timeout' }
  /** The page comes into sight: a leader that is frozen must not be waited for. */
  | { type: 'check' }
  | { type: ElectionKind; from: string }

export interface Step {
  state: Election
  send?: ElectionKind
  /** When a `timeout` is due from now on, in place of any before. null: never. Absent: unchanged. */
  timeoutMs?: number | null
}

/** Time that a leader has to object to a claim. */
export const CLAIM_MS = 150
/** A tab that was busy has messages waiting when its timer runs out: the second claim gives it time to read them. */
const CLAIMS_NEEDED = 2
/** Time that a rival with a lower id has to become the leader. */
export const YIELD_MS = 1000
/** Time without a word of the leader until a follower asks for one. */
export const SILENCE_MS = 3000

const follow = (state: Election, timeoutMs: number): Step => ({ state: { ...state, role: 'follower' }, timeoutMs })

function claim(state: Election, claims: number): Step {
  return { state: { ...state, role: 'candidate', claims }, send: 'claim', timeoutMs: CLAIM_MS }
}

function exit(state: Election): Step {
  const away: Step = { state: { ...state, role: 'away' }, timeoutMs: null }
  return state.role === 'leader' ? { ...away, send: 'leave' } : away
}

function onTimeout(state: Election): Step {
  if (state.role === 'leader') return { state }
  if (state.role === 'follower') return claim(state, 1)
  if (state.claims < CLAIMS_NEEDED) return claim(state, state.claims + 1)
  return { state: { ...state, role: 'leader' }, send: 'lead', timeoutMs: null }
}

function onClaim(state: Election, from: string): Step {
  if (state.role === 'leader') return { state, send: 'lead' }
  if (state.role === 'follower') return { state }
  return from < state.id ? follow(state, YIELD_MS) : { state, send: 'claim' }
}

function onLead(state: Election, from: string): Step {
  if (state.role === 'leader' && state.id < from) return { state, send: 'lead' }
  return follow(state, SILENCE_MS)
}

/** What a tab does about an event. Its stream is open exactly while it is the leader. */
export function next(state: Election, event: ElectionEvent): Step {
  if (event.type === 'enter') return state.role === 'away' ? claim(state, 1) : { state }
  if (state.role === 'away') return { state }
  if (event.type === 'exit') return exit(state)
  if (event.type === 'timeout') return onTimeout(state)
  if (event.type === 'check') return state.role === 'follower' ? claim(state, 1) : { state }
  if (event.type === 'claim') return onClaim(state, event.from)
  if (event.type === 'lead') return onLead(state, event.from)
  return state.role === 'leader' ? { state } : claim(state, 1)
}
