import type { z } from 'zod'

/**
 * The role of a setting of a source. `secret`: sealed at rest, masked in answers. `destination`: decides who receives the
 * secrets, so changing it asks for them again. A source with a secret gives every setting a role.
 */
export type SettingRole = 'secret' | 'destination' | 'plain'

declare module 'zod' {
  interface GlobalMeta {
    role?: SettingRole
    /** With another value, the connection still has the same tables. */
    keepsTables?: boolean
    /** Of a destination that protects the way there: a change to an earlier value keeps the secrets. */
    strongestFirst?: readonly string[]
  }
}

type Values = Readonly<Record<string, unknown>>

export function settingsWithRole({ settings }: { settings: z.ZodObject }, role: SettingRole): string[] {
  return Object.entries(settings.shape).flatMap(([name, schema]) => (schema.meta()?.role === role ? [name] : []))
}

function isWeaker(order: readonly unknown[], before: unknown, after: unknown): boolean {
  const [from, to] = [order.indexOf(before), order.indexOf(after)]
  return from < 0 || to < 0 || to > from
}

/** Destination settings whose change sends the secrets elsewhere, or by a weaker way. */
export function movedDestinations(kind: { settings: z.ZodObject }, before: Values, after: Values): string[] {
  return settingsWithRole(kind, 'destination').filter((name) => {
    if (JSON.stringify(before[name]) === JSON.stringify(after[name])) return false
    const order = kind.settings.shape[name]?.meta()?.strongestFirst
    return order === undefined || isWeaker(order, before[name], after[name])
  })
}

/** Whether the tables may be others: another server, database or file, or another way to tell records apart. */
export function hasOtherTables(kind: { settings: z.ZodObject }, before: Values, after: Values): boolean {
  return Object.entries(kind.settings.shape).some(([name, schema]) => {
    const { role, keepsTables = role === 'secret' } = schema.meta() ?? {}
    return !keepsTables && JSON.stringify(before[name]) !== JSON.stringify(after[name])
  })
}
