import type { z } from 'zod'
import type { HookRequest } from '#core/ports/source.ts'
import type { World } from '#core/ports/world.ts'
import type { Firing, Trigger } from '#core/trigger/trigger.ts'

/** What a trigger knows when its kind is asked. */
export interface TriggerCall {
  trigger: Trigger
  /** As its schema parsed them. */
  settings: Readonly<Record<string, unknown>>
  /** What the kind remembered the last time; null at first. */
  state: unknown
  /** The address by which others reach the trigger. */
  hookUrl: string
  now: Date
  signal: AbortSignal
}

/** How it goes on. */
export interface Course {
  /** Kept, sealed, until the next call. JSON, or null. */
  state: unknown
  /** When `tend` is to be called next; null = never. */
  nextAt: Date | null
  note?: string | null
  /** What is to be rendered, so long after now: what comes meanwhile is rendered along with it. */
  fire?: Firing & { afterMs?: number }
}

/** What a call to the address of a trigger brought. */
export interface Received {
  fire: (Firing & { afterMs?: number }) | null
  /** New state; absent = as it was. */
  state?: unknown
}

/** A kind of trigger: one file in `triggers/`, one line in its registry. */
export interface TriggerKind {
  /** `schedule`, `table_change`, `incoming_hook` */
  kind: string
  title: string
  description: string
  /** Also the form, the API schema and the page in the docs. */
  settings: z.ZodObject
  /** It waits for times of the day. Others wait for a while, and may be looked at earlier than they asked for. */
  goesByClock: boolean
  /** Whether people may be shown its address. */
  showsHook: boolean
  /** Where changes of one of our tables matter to it: how long it waits for further ones. */
  gatherMs?(settings: Readonly<Record<string, unknown>>): number
  /**
   * Of what was gathered, what is to be rendered; called before it fires, outside of a transaction.
   * @returns null when nothing is
   */
  narrow?(world: World, call: TriggerCall, gathered: Firing): Promise<Firing | null>
  /** Switched on, or its settings or its action changed; `state` is that of the time before. @throws AppError */
  start(world: World, call: TriggerCall): Promise<Course>
  /** @throws AppError: then it is called again later */
  tend(world: World, call: TriggerCall): Promise<Course>
  /** Switched off or deleted: what was set up elsewhere is taken back. */
  stop(world: World, call: TriggerCall): Promise<void>
  /** @returns null when the call is not for this trigger */
  receive(world: World, call: TriggerCall, request: HookRequest & { query: HookQuery }): Promise<Received | null>
  /** Times at which it will fire, or what it would do now, for people who try it out. */
  describe(world: World, call: TriggerCall): Promise<string>
}

export interface HookQuery {
  recordIds: readonly string[]
}

export interface TriggerKinds {
  kinds: readonly TriggerKind[]
  /** @throws AppError `invalid_request` naming the kinds there are */
  kind(name: string): TriggerKind
}
