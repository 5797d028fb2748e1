import { apply, type Command, CommandError, type LayerId, layerAt } from '@pictable/editor'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { isEqual, isFilled, partAt, withPart } from './values.ts'

export type Target = LayerId | 'page'

/** A new value of a property, made of the one of before; `undefined` takes it away. */
export type Change = (before: unknown, target: Target) => unknown

/** Changes one property of everything that is selected. */
export interface Edit {
  /** As it is typed or dragged: replaces what was changed since the change began. One step, once it is done. */
  live(change: Change): void
  done(): void
  /** Takes back what was changed live. */
  undo(): void
  /** One step; those that follow closely become one when `merge` says so. */
  set(change: Change, merge?: 'merge'): void
  /** One step that also replaces what a record fills. */
  replace(change: Change): void
  /** Why a change cannot be made; undefined when it can. */
  problem(change: Change): string | undefined
}

/** What holds the properties of a target. */
export function holderOf(session: EditorSession, target: Target, document = session.state.document): object {
  return target === 'page' ? document.design : (layerAt(document, target) ?? {})
}

/** The same change of each; what a record fills stays filled. */
function commandFor(session: EditorSession, at: Place, change: Change): Command {
  const { targets, name, isReplacing = false } = at
  const commands = targets.flatMap((target): Command[] => {
    const before = partAt(holderOf(session, target, session.history.committed), name)
    if (isFilled(before) && !isReplacing) return []
    const value = change(before, target)
    return isEqual(value, before) ? [] : [{ type: 'set', target, path: [name], value }]
  })
  return { type: 'batch', commands }
}

interface Place {
  readonly targets: readonly Target[]
  readonly name: string
  /** Also what a record fills. */
  readonly isReplacing?: boolean
}

export function editOf(session: EditorSession, at: Place): Edit {
  let isLive = false
  const merge = `${at.name} ${at.targets.join(' ')}`
  return {
    live(change) {
      if (!isLive || !session.history.isInGesture) session.begin()
      isLive = true
      session.update(commandFor(session, at, change))
    },
    done() {
      if (isLive && session.history.isInGesture) session.end()
      isLive = false
    },
    undo() {
      if (isLive && session.history.isInGesture) session.cancel()
      isLive = false
    },
    set(change, merging) {
      if (isLive && session.history.isInGesture) session.end()
      isLive = false
      session.run(commandFor(session, at, change), merging === undefined ? {} : { merge })
    },
    replace(change) {
      session.run(commandFor(session, { ...at, isReplacing: true }, change))
    },
    problem(change) {
      try {
        apply(session.history.committed, commandFor(session, { ...at, isReplacing: true }, change))
        return undefined
      } catch (error) {
        if (error instanceof CommandError) return error.message
        throw error
      }
    },
  }
}

/** An edit whose changes are made of those of another one. */
export function mapEdit(edit: Edit, wrap: (change: Change) => Change): Edit {
  return {
    live: (change) => edit.live(wrap(change)),
    done: () => edit.done(),
    undo: () => edit.undo(),
    set: (change, merge) => edit.set(wrap(change), merge),
    replace: (change) => edit.replace(wrap(change)),
    problem: (change) => edit.problem(wrap(change)),
  }
}

/** Changes a part of what another edit changes; where nothing is written, it begins as `start`. */
export function editPart(edit: Edit, key: string | number, start?: unknown): Edit {
  return mapEdit(edit, (change) => (before, target) => {
    const whole = before === undefined ? start : before
    return withPart(whole, key, change(partAt(whole, key), target))
  })
}

/** One of four numbers, for all of which one may be written. */
export function editOneOfFour(edit: Edit, at: number, start: unknown): Edit {
  return mapEdit(edit, (change) => (before, target) => {
    const four = fourOf(before === undefined ? start : before)
    return four.with(at, change(four[at], target))
  })
}

/** The four numbers for which one may be written. */
export function fourOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value, value, value, value]
}
