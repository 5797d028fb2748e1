import {
  apply,
  type DraftEffect,
  type DraftEvent,
  type DraftState,
  type EditorDocument,
  type HistoryEntry,
  hasUnsaved,
  isEqual,
  nextDraft,
  OPENING,
  statusOf,
} from '@pictable/editor'
import { connection } from '#dashboard/api/connection.ts'
import type { PublishedTemplate, DraftState as SharedDraft } from '#dashboard/api/types.ts'
import { toDesign } from '#dashboard/parts/templates/to-design.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { type ReadOnlyReason, readOnlyReason } from '#dashboard/screens/editor/session/state.ts'
import { DraftLease } from './draft-lease.ts'
import { DraftRequests } from './draft-requests.ts'
import { Journal, type Recovered } from './journal.ts'
import { matchJournal } from './match-journal.ts'
import { type Draft, failureOf, interruptionOf, isReadable, serverDraft } from './server-draft.ts'
import { settled } from './settled.ts'

/** Until the draft is read again after that failed. */
const REOPEN_MS = 2000

interface SyncOptions {
  readonly templateId: string
  readonly session: EditorSession
  /** Under which this browser keeps edits, for one user and template. */
  readonly key: string
  /** Why nothing may be changed at all. */
  readonly readOnly: ReadOnlyReason | null
}

type Base = Pick<DraftState, 'revision' | 'baseVersion'>
type EffectOf<Type extends DraftEffect['type']> = Extract<DraftEffect, { type: Type }>

/**
 * Saves what is done in an editor, and follows what others do: runs the effects of `nextDraft()`, and tells it what came
 * of them.
 */
export class DraftSync {
  readonly #options: SyncOptions
  readonly #listeners = new Set<() => void>()
  readonly #lease: DraftLease
  readonly #requests: DraftRequests
  readonly #unsubscribe: (() => void)[] = []
  #state = OPENING
  #journal: Journal | undefined
  #recovered: Recovered | null = null
  /** The draft that the latest event came with. */
  #draft: Draft | undefined
  /** From the number of an edit to that of its entry in the journal. */
  #offset = 0
  #entry: HistoryEntry | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #started: Promise<void> | undefined
  #holders = 0
  #isClosed = false
  #publication: { resolve: (published: PublishedTemplate) => void; reject: (reason: unknown) => void } | undefined

  constructor(options: SyncOptions) {
    this.#options = options
    const { templateId, key } = options
    this.#requests = new DraftRequests(templateId, () => this.#lease.session)
    this.#lease = new DraftLease({
      params: { id: templateId },
      key,
      isWanted: () => options.readOnly === null && !['gone', 'unreadable'].includes(this.state.mode.name),
      isIdle: () => this.state.inFlight === null && connection.get().server === 'reached',
      onGranted: () => void this.#open(),
      onState: (state) => this.hear(state),
      onAsked: (who) => {
        options.session.rest()
        this.dispatch({ type: 'asked', who })
      },
      onLost: () => void this.#changed(null),
    })
  }

  get state(): DraftState {
    return this.#state
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Opens the draft. The function that is returned closes it, unless it is held again in the same task, as React's strict mode does. */
  hold(): () => void {
    this.#holders++
    this.#started ??= this.#start()
    return () => {
      this.#holders--
      queueMicrotask(() => this.#holders === 0 && void this.#close())
    }
  }

  /** What this browser did not save is done again on the draft. */
  async #start(): Promise<void> {
    const { session, key } = this.#options
    session.set({ readDraft: () => this.state })
    this.#unsubscribe.push(
      session.onEntry((entry) => this.#record(entry)),
      connection.subscribe(this.#connected),
    )
    const ends = new AbortController()
    const onHide = ({ type }: Event) => (type === 'pagehide' || document.hidden) && this.#flush()
    for (const type of ['visibilitychange', 'pagehide']) addEventListener(type, onHide, { signal: ends.signal })
    this.#unsubscribe.push(() => ends.abort())
    this.#journal = await Journal.open(key).catch(() => undefined)
    if (!this.#journal) this.dispatch({ type: 'journal-broken' })
    await this.#open()
  }

  /** Saves what is left, then lets others edit. */
  async #close(): Promise<void> {
    this.#flush()
    await settled(this)
    this.#isClosed = true
    for (const unsubscribe of this.#unsubscribe.splice(0)) unsubscribe()
    clearTimeout(this.#timer)
    await this.#lease.close()
    this.#journal?.close()
  }

  dispatch(event: DraftEvent): void {
    if (this.#isClosed) return
    const { state, effects } = nextDraft(this.state, event)
    this.#state = state
    this.#show()
    for (const effect of effects) void this.#run(effect)
  }

  /** The server told who edits, and which revision and version there are. */
  hear(shared: SharedDraft): void {
    const { editing, waiting, revision, latest_version: version } = shared
    const { mode } = this.state
    if (mode.name === 'opening' || mode.name === 'unreadable' || this.#lease.isTaking) return
    const isOurs = this.#lease.isOurs(editing)
    if (isOurs && waiting && !this.#lease.isOurs(waiting)) this.#lease.ask(waiting.name)
    const isNewer = revision > this.state.revision && this.state.inFlight === null && !this.state.publish?.isSent
    const who = mode.name === 'following' ? mode.who : this.#lease.session
    const isTaken = editing !== null && this.#lease.nameOf(editing) !== who
    if (mode.name === 'following' && editing === null) void this.#lease.retry()
    if (!isOurs && (isNewer || isTaken)) void this.#changed(this.#lease.nameOf(editing))
    else this.dispatch({ type: 'version-pushed', version })
  }

  /** Publishes what is saved by then. */
  publish(note: string): Promise<PublishedTemplate> {
    return new Promise((resolve, reject) => {
      this.#publication = { resolve, reject }
      this.dispatch({ type: 'publish', note })
    })
  }

  /** Drops the draft: the latest version is shown. */
  async discard(): Promise<void> {
    await settled(this)
    const draft = await this.#readable(await this.#requests.discard(this.state.revision))
    if (!draft) return
    this.#draft = draft
    this.dispatch({ type: 'discarded', draft: serverDraft(draft) })
  }

  /** Continues from a design that was merged from this one and another. */
  async merge(design: object, other: Draft): Promise<void> {
    this.#replace({ design, sample: this.#options.session.state.document.sample })
    const baseVersion = other.latest_version
    // The journal has what was merged before the server does.
    await this.#beginJournal({ revision: other.revision, baseVersion }, 1)
    this.dispatch({ type: 'merged', draft: serverDraft(other), baseVersion })
  }

  async #readReadable(): Promise<Draft | null> {
    return this.#readable(await this.#requests.read())
  }

  /** Null when a newer release saved it, with parts that this one does not know. */
  async #readable(draft: Draft): Promise<Draft | null> {
    if (await isReadable(draft)) return draft
    this.dispatch({ type: 'unreadable' })
    return null
  }

  #show(): void {
    if (this.#state.publish === null) this.#publication?.reject(interruptionOf(this.state))
    const { session } = this.#options
    const readOnly = this.#options.readOnly ?? readOnlyReason(this.state)
    if (readOnly !== null && session.history.isInGesture) session.cancel()
    session.set({ readOnly })
    for (const listener of [...this.#listeners]) listener()
  }

  #record(entry: HistoryEntry): void {
    this.#entry = entry
    this.dispatch({ type: 'edited' })
  }

  readonly #connected = (): void => {
    const { server, session } = connection.get()
    if (server === 'gone' && this.state.isOnline) this.dispatch({ type: 'offline' })
    if (server === 'reached' && !this.state.isOnline) this.dispatch({ type: 'online' })
    if (session === 'open' && this.state.isSignedOut) this.dispatch({ type: 'signed-in' })
  }

  /** Sends now what waits to be sent. */
  #flush(): void {
    this.#options.session.rest()
    this.#journal?.flush()
    if (this.state.isWaiting) this.dispatch({ type: 'waited' })
  }

  async #open(): Promise<void> {
    // After sleep: the journal is as this tab wrote it.
    const wasEditing = this.state.mode.name === 'editing'
    try {
      const known = async () => (wasEditing ? undefined : this.#readJournal())
      const isOurs = this.#options.readOnly === null && (await this.#lease.claim(known))
      const draft = await this.#readReadable()
      if (!draft) return
      const editing = isOurs ? 'this' : { who: this.#lease.nameOf(draft.editing) }
      const journal = isOurs && !hasUnsaved(this.state) ? await this.#match(draft) : null
      const { latest_version: latestVersion } = draft
      this.#draft = draft
      this.dispatch({ type: 'opened', draft: serverDraft(draft), latestVersion, editing, journal })
      if (!isOurs || wasEditing || hasUnsaved(this.state)) return
      if (journal?.unsaved) this.#restore()
      else await this.#adopt(draft)
    } catch (error) {
      const failure = await failureOf(error, { read: this.#requests.read })
      if (failure.reason === 'gone') this.dispatch({ type: 'save-failed', failure })
      else if (!this.#isClosed) setTimeout(() => this.#isToOpen && void this.#open(), REOPEN_MS)
    }
  }

  /** No one edits while this tab has the lease and follows. */
  get #isToOpen(): boolean {
    const { name } = this.state.mode
    return name === 'opening' || (name === 'following' && this.#lease.isHeld)
  }

  async #readJournal(): Promise<string | undefined> {
    this.#recovered = (await this.#journal?.read().catch(() => null)) ?? null
    return this.#recovered?.session
  }

  /** What the journal says of the draft. Another draft drops it, unless something in it was not saved. */
  async #match(draft: Draft) {
    const before = this.#recovered
    const found = before && matchJournal(before, draft)
    this.#recovered = found && { ...before, history: found.history }
    if (!found) return null
    this.#offset = found.saved - this.state.made
    if (found.history !== before.history) await this.#journal?.rewrite(found).catch(this.#broken)
    return found.journal
  }

  /** Shows the draft, with the steps of an earlier visit where they lead to it. */
  async #adopt(draft: Draft): Promise<void> {
    if (this.#recovered) return this.#restore()
    const { design, sample } = this.#options.session.state.document
    if (isEqual(design, draft.design) && isEqual(sample, draft.sample)) this.#requests.knownSample = draft.sample
    else this.#take(draft)
    await this.#beginJournal()
  }

  #restore(): void {
    if (this.#recovered) this.#options.session.open(this.#recovered.history)
    if (this.#draft) this.#requests.knownSample = this.#draft.sample
    this.#recovered = null
  }

  async #showDraft(): Promise<void> {
    if (this.#draft) this.#take(this.#draft)
    if (this.state.mode.name === 'editing') await this.#beginJournal()
  }

  #take(draft: Draft): void {
    this.#replace(draft)
    this.#requests.knownSample = draft.sample
  }

  #replace({ design, sample }: { design: object; sample: EditorDocument['sample'] }): void {
    const { session } = this.#options
    const { document } = apply(session.state.document, { type: 'replace', design: toDesign(design) })
    session.open({ document: { ...document, sample }, undo: [], redo: [] })
  }

  /** From the history of the session, of which the server does not have the last `unsaved` edits. */
  async #beginJournal({ revision, baseVersion }: Base = this.state, unsaved = 0): Promise<void> {
    this.#offset = 0
    const history = this.#options.session.history.store()
    const saved = this.state.made
    const head = { revision, baseVersion, history, saved, session: this.#lease.session }
    await this.#journal?.begin(head, saved + unsaved).catch(this.#broken)
  }

  /** A journal that lacks an edit is left as it is: what it says next about the draft would be wrong. */
  readonly #broken = (): void => {
    this.#journal?.close()
    this.#journal = undefined
    this.dispatch({ type: 'journal-broken' })
  }

  /** Another session has the lease, or saved. */
  async #changed(who: string | null): Promise<void> {
    const draft = await this.#readReadable().catch(() => null)
    if (!draft) return
    this.#draft = draft
    this.dispatch({ type: 'draft-changed', who, draft: serverDraft(draft) })
  }

  async #run(effect: DraftEffect): Promise<void> {
    switch (effect.type) {
      case 'journal':
        return this.#write(effect)
      case 'replay':
        return this.#restore()
      case 'wait':
        clearTimeout(this.#timer)
        this.#timer = setTimeout(() => this.dispatch({ type: 'waited' }), effect.ms)
        return
      case 'save':
        return this.#save(effect)
      case 'mark-journal': {
        const { edit, revision, baseVersion } = effect
        const change = { saved: edit + this.#offset, revision, baseVersion }
        return this.#journal?.mark(change, this.#options.session.history).catch(this.#broken)
      }
      case 'show':
        return this.#showDraft()
      case 'reload':
        return this.#reload()
      case 'claim':
        return this.#lease.takeOver()
      case 'release':
        return this.#lease.handOver()
      case 'reopen':
        return this.#open()
      case 'publish':
        return this.#publish(effect)
      case 'merge':
        return this.#options.session.set({ dialog: 'merge' })
      // The frame of the dashboard asks to log in.
      case 'sign-in':
        return
    }
  }

  async #write({ edit }: EffectOf<'journal'>): Promise<void> {
    const entry = this.#entry
    this.#entry = undefined
    if (entry) await this.#journal?.append(entry, { isUrgent: statusOf(this.state) !== 'saving' }).catch(this.#broken)
    this.dispatch({ type: 'journaled', edit })
  }

  async #save({ edit, revision, baseVersion }: EffectOf<'save'>): Promise<void> {
    const document = this.#options.session.history.committed
    const sent = { ...this.#requests.partsOf(document), revision }
    try {
      await this.#journal?.markSent(edit + this.#offset, revision).catch(this.#broken)
      const saved = await this.#requests.save(document, { revision, baseVersion })
      this.#lease.renewed()
      this.dispatch({ type: 'saved', revision: saved.revision, hasChanges: saved.has_changes })
      this.hear(saved)
    } catch (error) {
      const failure = await failureOf(error, { read: this.#requests.read, sent })
      if (failure.reason === 'stale' && failure.own !== null) this.#requests.knownSample = document.sample
      this.dispatch({ type: 'save-failed', failure })
    }
  }

  async #reload(): Promise<void> {
    const draft = await this.#readReadable().catch(() => null)
    // A gesture becomes an edit, which is merged with what was pushed.
    if (!draft || this.#options.session.history.isInGesture) return
    this.#draft = draft
    this.dispatch({ type: 'reloaded', draft: serverDraft(draft) })
  }

  async #publish({ note, revision }: EffectOf<'publish'>): Promise<void> {
    const { hasChanges, baseVersion } = this.state
    try {
      const answer = await this.#requests.publish(note, { revision, baseVersion, hasChanges })
      this.#publication?.resolve(answer)
      const version = answer.published_version ?? baseVersion
      this.dispatch({ type: 'published', version, revision: revision + Number(hasChanges) })
    } catch (error) {
      const failure = await failureOf(error, { read: this.#requests.read })
      this.#publication?.reject(error)
      this.dispatch({ type: 'publish-failed', failure })
    }
  }
}
