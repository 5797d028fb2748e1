import {
  type DraftEffect,
  type DraftEvent,
  type DraftState,
  hasUnsaved,
  type SaveFailure,
  type ServerDraft,
} from './draft-state.ts'

/** Edits that follow each other within this time are saved together. */
const SAVE_DELAY_MS = 300
const FIRST_RETRY_MS = 1000
const LONGEST_RETRY_MS = 30_000

export interface Step {
  readonly state: DraftState
  readonly effects: readonly DraftEffect[]
}

/** What happens to the draft at an event. Pure: the shell runs the effects and reports their results as events. */
export function next(state: DraftState, event: DraftEvent): Step {
  const { state: changed, effects } = react(state, event)
  const sent = send(changed)
  return { state: sent.state, effects: [...effects, ...sent.effects] }
}

type EventOf<Type extends DraftEvent['type']> = Extract<DraftEvent, { type: Type }>

const same = (state: DraftState): Step => ({ state, effects: [] })
const to = (state: DraftState, ...effects: DraftEffect[]): Step => ({ state, effects })

function react(state: DraftState, event: DraftEvent): Step {
  switch (event.type) {
    case 'edited':
      return edited(state)
    case 'journaled':
      return same({ ...state, journaled: Math.max(state.journaled, event.edit) })
    case 'journal-broken':
      return same({ ...state, isJournalBroken: true })
    case 'waited':
      return same({ ...state, isWaiting: false })
    case 'saved':
      return saved(state, event)
    case 'save-failed':
      return failed(unpublished({ ...state, inFlight: null }), event.failure)
    case 'online':
      return same({ ...state, isOnline: true, isWaiting: false, failures: 0 })
    case 'offline':
      return same(unpublished({ ...state, isOnline: false }))
    case 'signed-in':
      return same({ ...state, isSignedOut: false, failures: 0 })
    case 'opened':
      return opened(state, event)
    case 'unreadable':
      return unreadable(state)
    case 'resumed':
      return to({ ...state, failures: 0, isWaiting: false }, { type: 'reopen' })
    case 'draft-changed':
      return overtaken(state, event)
    case 'take-over':
      return state.mode.name === 'following' ? to(state, { type: 'claim' }) : same(state)
    case 'asked':
      return same(state.mode.name === 'editing' ? { ...state, handOver: { who: event.who } } : state)
    case 'version-pushed':
      return pushed(state, event.version)
    case 'reloaded':
      return reloaded(state, event.draft)
    case 'merged':
      return edited({ ...state, ...event.draft, baseVersion: event.baseVersion, mode: { name: 'editing' } })
    case 'discarded':
      return discarded(state, event.draft)
    case 'publish':
      return publish(state, event.note)
    case 'publish-cancelled':
      return same(unpublished(state))
    case 'published':
      return published(state, event)
    case 'publish-failed':
      return publishFailed({ ...state, publish: null }, event.failure)
  }
}

function edited(state: DraftState): Step {
  if (state.mode.name !== 'editing') return same(state)
  const made = state.made + 1
  const isIdle = state.inFlight === null && !state.isWaiting
  const changed: DraftState = { ...state, made, rejection: null, isWaiting: state.isWaiting || isIdle }
  const wait: DraftEffect[] = isIdle ? [{ type: 'wait', ms: SAVE_DELAY_MS }] : []
  return to(changed, { type: 'journal', edit: made }, ...wait)
}

function saved(state: DraftState, { revision, hasChanges }: EventOf<'saved'>): Step {
  if (state.inFlight === null) return same(state)
  const changed: DraftState = {
    ...state,
    saved: state.inFlight,
    inFlight: null,
    revision,
    hasChanges,
    failures: 0,
    isOnline: true,
  }
  return to(changed, { type: 'mark-journal', edit: changed.saved, revision, baseVersion: state.baseVersion })
}

function failed(state: DraftState, failure: SaveFailure): Step {
  switch (failure.reason) {
    case 'network':
    case 'busy': {
      const ms = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** state.failures)
      return to({ ...state, failures: state.failures + 1, isWaiting: true }, { type: 'wait', ms })
    }
    case 'signed-out':
      return to({ ...state, isSignedOut: true }, { type: 'sign-in' })
    case 'in-use':
      return follow(state, failure.who, RELOAD)
    case 'stale':
      return failure.own === null ? conflict(state, 'draft') : same({ ...state, revision: failure.own })
    case 'rejected':
      return same({ ...state, rejection: failure.message })
    case 'gone':
      return same({ ...state, mode: { name: 'gone' } })
  }
}

/** What could not be published when it was asked for is not published later, with other edits in it. */
function unpublished(state: DraftState): DraftState {
  return state.publish?.isSent === false ? { ...state, publish: null } : state
}

function publish(state: DraftState, note: string): Step {
  const canBeSaved = state.isOnline && !state.isSignedOut && state.failures === 0 && state.rejection === null
  return same(canBeSaved ? { ...state, publish: { note, isSent: false } } : state)
}

/** What is in the way of a publication is found by reading the draft again. */
function publishFailed(state: DraftState, failure: SaveFailure): Step {
  if (failure.reason === 'stale') return to(state, { type: 'reopen' })
  // Publishing is not repeated without being asked for.
  return failure.reason === 'network' || failure.reason === 'busy' ? same(state) : failed(state, failure)
}

/** Edits that were not saved in time stay as they are, so that the user can take over and merge them. */
function follow(state: DraftState, who: string | null, refresh: DraftEffect): Step {
  const following: DraftState = { ...state, mode: { name: 'following', who }, publish: null, handOver: null }
  return to(following, ...(hasUnsaved(state) ? [] : [refresh]))
}

const SHOW: DraftEffect = { type: 'show' }
const RELOAD: DraftEffect = { type: 'reload' }

function conflict(state: DraftState, with_: 'draft' | 'version'): Step {
  return to({ ...state, mode: { name: 'conflict', with: with_ }, publish: null }, { type: 'merge', with: with_ })
}

function opened(state: DraftState, { draft: server, latestVersion, editing, journal }: EventOf<'opened'>): Step {
  // After sleep, edits of this session are known without the journal.
  const known = hasUnsaved(state) ? { ...state, unsaved: state.made - state.saved } : journal
  const mine = known !== null && known.unsaved > 0 ? known : null
  if (typeof editing === 'object') return follow(hasUnsaved(state) ? state : { ...state, ...server }, editing.who, SHOW)
  const isBase = mine?.revision === server.revision && mine.baseVersion === server.baseVersion
  if (mine && !isBase) return conflict(state, mine.revision === server.revision ? 'version' : 'draft')
  const open: DraftState = { ...state, ...server, mode: { name: 'editing' } }
  const { state: filled, effects } = fill(state, open, mine)
  if (!server.hasChanges || server.baseVersion >= latestVersion) return to(filled, ...effects)
  // A version was pushed while no editor was open.
  const merging = conflict(filled, 'version')
  return to(merging.state, ...effects, ...merging.effects)
}

/** What an editor has to show, beside the draft that it opened with, and to save. */
function fill(before: DraftState, open: DraftState, mine: { unsaved: number } | null): Step {
  if (mine && hasUnsaved(before)) return same(open)
  if (!mine) return to(open, ...(before.mode.name === 'editing' ? showIfChanged(before, open) : []))
  return to({ ...open, made: open.made + mine.unsaved, journaled: open.made + mine.unsaved }, { type: 'replay' })
}

/** What was not saved stays in the journal, for the release that knows the draft. */
function unreadable(state: DraftState): Step {
  if (state.mode.name === 'gone') return same(state)
  return to({ ...state, mode: { name: 'unreadable' }, publish: null, handOver: null }, { type: 'release' })
}

function showIfChanged(state: DraftState, { revision, baseVersion }: DraftState | ServerDraft): readonly DraftEffect[] {
  return revision === state.revision && baseVersion === state.baseVersion ? [] : [SHOW]
}

/** Another session saved the draft: it has the lease now. */
function overtaken(state: DraftState, { who, draft }: EventOf<'draft-changed'>): Step {
  const { name } = state.mode
  if (name !== 'editing' && name !== 'following') return same(state)
  return follow(hasUnsaved(state) ? state : { ...state, ...draft }, who, SHOW)
}

function pushed(state: DraftState, version: number): Step {
  // A publication that is on its way makes a version itself.
  const isOwn = state.publish?.isSent === true
  if (version <= state.baseVersion || state.mode.name !== 'editing' || isOwn) return same(state)
  const isUntouched = !state.hasChanges && !hasUnsaved(state) && state.inFlight === null
  // Until the version is shown, edits are made on the one before: what saves them must not claim the new one.
  return isUntouched ? to(state, RELOAD) : conflict(state, 'version')
}

/** Shown unless something was edited since it was asked for. */
function reloaded(state: DraftState, draft: ServerDraft): Step {
  const { name } = state.mode
  const isEdited = hasUnsaved(state) || state.inFlight !== null || draft.revision < state.revision
  if (isEdited || (name !== 'editing' && name !== 'following')) return same(state)
  return to({ ...state, ...draft }, SHOW)
}

function published(state: DraftState, { version, revision }: EventOf<'published'>): Step {
  const changed: DraftState = { ...state, revision, baseVersion: version, hasChanges: false, publish: null }
  return to(changed, { type: 'mark-journal', edit: changed.saved, revision, baseVersion: version })
}

/** What was not saved is dropped. */
function discarded(state: DraftState, draft: ServerDraft): Step {
  const { made } = state
  const clean: DraftState = {
    ...state,
    ...draft,
    saved: made,
    journaled: made,
    rejection: null,
    mode: { name: 'editing' },
  }
  return to(clean, SHOW)
}

/** Sends what can be sent: one save at a time, of the latest state, after it is in the journal; then the publication. */
function send(state: DraftState): Step {
  const { mode, made, saved: done, revision, baseVersion, publish } = state
  const isReady = mode.name === 'editing' && state.isOnline && !state.isSignedOut && state.inFlight === null
  const isAtRest = isReady && (!state.isWaiting || state.handOver !== null) && publish?.isSent !== true
  const isJournaled = state.isJournalBroken || state.journaled >= made
  if (isAtRest && made > done && isJournaled && state.rejection === null) {
    return to({ ...state, inFlight: made }, { type: 'save', edit: made, revision, baseVersion })
  }
  if (isAtRest && made === done && publish) {
    return to({ ...state, publish: { ...publish, isSent: true } }, { type: 'publish', note: publish.note, revision })
  }
  if (isAtRest && made === done && state.handOver !== null) {
    return to({ ...state, mode: { name: 'following', who: state.handOver.who }, handOver: null }, { type: 'release' })
  }
  return same(state)
}
