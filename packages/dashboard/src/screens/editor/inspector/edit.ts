import {
  apply,
  type Command,
  CommandError,
  type EditorDocument,
  isEqual,
  isFilled,
  type LayerId,
  layerAt,
  type PropertyPath,
} from '@pictable/editor'
import { commandWords } from '#dashboard/screens/editor/properties/command-words.ts'
import { heightForLine } from '#dashboard/screens/editor/properties/room-for-line.ts'
import { isMixed, partAt, sharedValue, withPart } from '#dashboard/screens/editor/properties/values.ts'
import { LiveChange } from '#dashboard/screens/editor/session/live-change.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'

export type Target = LayerId | 'page' | 'sample'

/** A new value of a property, made of the one of before; `undefined` takes it away. */
export type Change = (before: unknown, target: Target) => unknown

/** Changes one property of everything that is selected. */
export interface Edit {
  /** Where it is in what is selected, such as `['stroke', 'color']`. */
  readonly path: PropertyPath
  /** What each part of a layer that is changed has of its own, such as the size of words; absent for whole layers. */
  readonly parts?: () => readonly object[]
  /** As it is typed or dragged: replaces what was changed since the change began. One step, once it is done. */
  live(change: Change): void
  done(): void
  /** Takes back what was changed live. */
  undo(): void
  /** One step; those of the same part that follow closely become one when `merge` is the same. */
  set(change: Change, merge?: string): void
  /** The same, which also replaces what a record fills. */
  replace(change: Change, merge?: string): void
  /** Why a change cannot be made; undefined when it can. */
  problem(change: Change): string | undefined
  /** The same, which also changes what a record fills. */
  replacing(): Edit
}

/** What holds the properties of a target. */
export function holderOf(session: EditorSession, target: Target, document = session.state.document): object {
  if (target === 'sample') return document.sample
  return target === 'page' ? document.design : (layerAt(document, target) ?? {})
}

/** The same change of each, from what it was in a document; what a record fills stays filled. */
function commandFor(session: EditorSession, at: Place, change: Change): Command {
  const { committed } = session.history
  const { targets, name, isReplacing = false, from = committed, start = from } = at
  const commands = targets.flatMap((target): Command[] => {
    const before = partAt(holderOf(session, target, from), name)
    if (isFilled(before) && !isReplacing) return []
    const value = change(before, target)
    const present = holderOf(session, target, committed)
    if (isEqual(value, partAt(present, name))) return []
    const layer = name === 'fontSize' && isLayer(target) ? layerAt(start, target) : undefined
    const height = layer && (heightForLine(layer, value) ?? layer.height)
    const room: Command[] =
      layer === undefined || isEqual(height, partAt(present, 'height'))
        ? []
        : [{ type: 'set', target, path: ['height'], value: height }]
    return [{ type: 'set', target, path: [name], value }, ...room]
  })
  return { type: 'batch', commands }
}

const isLayer = (target: Target): target is LayerId => target !== 'page' && target !== 'sample'

/** The document before the steps that another one is merged with. */
function startOf({ history }: EditorSession, merge: string | undefined): EditorDocument {
  const { committed, last } = history
  return merge !== undefined && last?.merge === merge ? apply(committed, last.command).document : committed
}

interface Place {
  readonly targets: readonly Target[]
  readonly name: string
  /** Also what a record fills. */
  readonly isReplacing?: boolean
  /** Where it is changed from; default: from what was committed. */
  readonly from?: EditorDocument
  /** Whose room for the text counts: the step may have taken more since; default: `from`. */
  readonly start?: EditorDocument
}

export function editOf(session: EditorSession, at: Place): Edit {
  let replacing: Edit | undefined
  const live = new LiveChange(session, at.name)
  const optionsOf = (merge: string | undefined): { merge?: string } =>
    merge === undefined ? {} : { merge: `${at.name} ${at.targets.join(' ')} ${merge}` }
  return {
    path: [at.name],
    live(change) {
      live.update((from) => commandFor(session, { ...at, from }, change))
    },
    done: () => live.done(),
    undo: () => live.undo(),
    set(change, merge) {
      live.done()
      const options = optionsOf(merge)
      session.run(commandFor(session, { ...at, start: startOf(session, options.merge) }, change), options)
    },
    replace(change, merge) {
      const command = commandFor(session, { ...at, isReplacing: true }, change)
      session.run(command, optionsOf(merge))
    },
    problem(change) {
      try {
        apply(session.history.committed, commandFor(session, { ...at, isReplacing: true }, change))
        return undefined
      } catch (error) {
        if (error instanceof CommandError) return commandWords(error)
        throw error
      }
    },
    replacing() {
      replacing ??= editOf(session, { ...at, isReplacing: true })
      return replacing
    },
  }
}

/** An edit whose changes are made of those of another one. */
export function mapEdit(edit: Edit, wrap: (change: Change) => Change, path = edit.path): Edit {
  const ofPart = (merge: string | undefined) => merge && [...path, merge].join(' ')
  return {
    path,
    live: (change) => edit.live(wrap(change)),
    done: () => edit.done(),
    undo: () => edit.undo(),
    set: (change, merge) => edit.set(wrap(change), ofPart(merge)),
    replace: (change, merge) => edit.replace(wrap(change), ofPart(merge)),
    problem: (change) => edit.problem(wrap(change)),
    replacing: () => mapEdit(edit.replacing(), wrap, path),
  }
}

/** Changes a part of what another edit changes; where nothing is written, it begins as `start`. */
export function editPart(edit: Edit, key: string | number, start?: unknown): Edit {
  const wrap = (change: Change) => (before: unknown, target: Target) => {
    const whole = before === undefined ? start : before
    return withPart(whole, key, change(partAt(whole, key), target))
  }
  return mapEdit(edit, wrap, [...edit.path, key])
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
  if (isMixed(value)) return [0, 1, 2, 3].map((at) => sharedValue(value.values.map((each) => fourOf(each)[at])))
  return Array.isArray(value) ? value : [value, value, value, value]
}
