import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DraftEffect, type DraftEvent, type DraftState, OPENING, statusOf } from './draft-state.ts'
import { next } from './next.ts'

/** A server, a journal and a network that loses requests and answers, around the draft of one session. */
class World {
  state: DraftState = OPENING
  /** What the server has: the last edit, and who has the lease. */
  server = { revision: 0, edit: 0, isOurs: true }
  readonly journal: number[] = []
  request: Extract<DraftEffect, { type: 'save' }> | undefined
  isTimerSet = false

  tell(event: DraftEvent): void {
    const { state, effects } = next(this.state, event)
    this.state = state
    for (const effect of effects) this.run(effect)
  }

  run(effect: DraftEffect): void {
    if (effect.type === 'journal') this.journal.push(effect.edit)
    if (effect.type === 'wait') this.isTimerSet = true
    if (effect.type === 'claim') this.claim()
    if (effect.type !== 'save') return
    expect(this.request, 'one save at a time').toBeUndefined()
    expect(this.journal, 'the journal comes first').not.toContain(effect.edit)
    this.request = effect
  }

  /** The other session saves what it has, then this one has the lease. */
  claim(): void {
    this.server.isOurs = true
    const draft = { revision: this.server.revision, baseVersion: 1, hasChanges: true }
    this.tell({ type: 'opened', draft, latestVersion: 1, editing: 'this', journal: null })
  }

  writeJournal(): void {
    const edit = this.journal.shift()
    if (edit !== undefined) this.tell({ type: 'journaled', edit })
  }

  fireTimer(): void {
    if (!this.isTimerSet) return
    this.isTimerSet = false
    this.tell({ type: 'waited' })
  }

  /** `lost`: of the request or of its answer. */
  answer(lost?: 'request' | 'answer'): void {
    if (!this.request) return
    const result: DraftEvent = lost === 'request' ? NO_ANSWER : this.save(this.request)
    this.request = undefined
    this.tell(lost === undefined ? result : NO_ANSWER)
  }

  save(request: { edit: number; revision: number }): DraftEvent {
    const { isOurs, revision } = this.server
    if (!isOurs) return { type: 'save-failed', failure: { reason: 'in-use', who: 'Mia' } }
    if (revision !== request.revision) return { type: 'save-failed', failure: { reason: 'stale', own: revision } }
    this.server = { ...this.server, revision: revision + 1, edit: request.edit }
    return { type: 'saved', revision: this.server.revision, hasChanges: true }
  }
}

const EMPTY = { revision: 0, baseVersion: 1, hasChanges: false }
const NO_ANSWER: DraftEvent = { type: 'save-failed', failure: { reason: 'network' } }

const actions: readonly ((world: World) => void)[] = [
  (world) => world.tell({ type: 'edited' }),
  (world) => world.tell({ type: 'edited' }),
  (world) => world.writeJournal(),
  (world) => world.writeJournal(),
  (world) => world.fireTimer(),
  (world) => world.answer(),
  (world) => world.answer('request'),
  (world) => world.answer('answer'),
  (world) => world.tell({ type: 'offline' }),
  (world) => world.tell({ type: 'online' }),
  (world) => {
    // Someone takes the lease but saves nothing.
    world.server.isOurs = false
  },
  (world) => world.tell({ type: 'take-over' }),
  (world) => world.tell({ type: 'asked', who: 'Mia' }),
]

test('whatever the network does, every edit is on the server in the end', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(actions.length - 1), { maxLength: 60 }), (choices) => {
      const world = new World()
      world.tell({ type: 'opened', draft: EMPTY, latestVersion: 1, editing: 'this', journal: null })
      for (const choice of choices) actions[choice]?.(world)
      world.tell({ type: 'online' })
      for (let round = 0; round < 10; round++) {
        world.tell({ type: 'take-over' })
        for (let edits = 0; edits < 60; edits++) world.writeJournal()
        world.fireTimer()
        world.answer()
      }
      expect(world.state.mode.name).toBe('editing')
      expect([world.server.edit, statusOf(world.state)]).toEqual([world.state.made, 'saved'])
      expect(world.state.revision).toBe(world.server.revision)
    }),
    { numRuns: 500 },
  )
})
