import { z } from 'zod'
import type { World } from '#core/ports/world.ts'
import { masked } from '#core/secret-mask.ts'
import { unlessMoved } from '#core/secret-moved.ts'
import type { Connection } from './connection.ts'

export type Settings = Readonly<Record<string, unknown>>

const settingsSchema = z.record(z.string(), z.unknown())

/** Binds the sealed settings to their row. */
const contextOf = (connectionId: string) => `connections.sealed_settings.${connectionId}`

/** Any other setting may decide who receives the secrets, now or in a later release. */
function destinationOf(source: string, settings: Settings): string {
  const entries = Object.entries(settings).sort(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify([source, entries])
}

/** All settings of a connection, secrets in the clear: never answered. @throws AppError `secret_moved` */
export function readSettings(world: Pick<World, 'secrets'>, connection: Connection): Settings {
  if (connection.sealedSettings === null) return connection.settings
  const { id, source, sealedSettings, settings } = connection
  const opened = world.secrets.open(sealedSettings, contextOf(id), destinationOf(source, settings))
  return { ...settings, ...settingsSchema.parse(JSON.parse(opened)) }
}

/** As if the secrets had never been entered, where they were entered for another destination. */
export function readOwnSettings(world: Pick<World, 'secrets'>, connection: Connection): Settings {
  return unlessMoved(() => readSettings(world, connection), connection.settings)
}

/** Settings parted into what may be shown and what is sealed. */
export function partSettings(
  world: Pick<World, 'secrets'>,
  {
    id,
    source,
    settings,
    secretSettings,
  }: Pick<Connection, 'id' | 'source'> & { settings: Settings; secretSettings: readonly string[] },
): Pick<Connection, 'settings' | 'sealedSettings'> {
  const entries = Object.entries(settings).filter(([, value]) => value !== undefined)
  const secret = entries.filter(([name]) => secretSettings.includes(name))
  const open = Object.fromEntries(entries.filter(([name]) => !secretSettings.includes(name)))
  const text = JSON.stringify(Object.fromEntries(secret))
  const sealed = () => world.secrets.seal(text, contextOf(id), destinationOf(source, open))
  return { settings: open, sealedSettings: secret.length === 0 ? null : sealed() }
}

/** All settings of a connection as they may be shown: what is sealed as `***` and its last four characters. */
export function shownSettings(world: Pick<World, 'secrets'>, connection: Connection): Settings {
  const entries = Object.entries(readOwnSettings(world, connection))
  // The kind may be gone, or describe its settings in another way since they were sealed.
  const isOpen = (name: string) => Object.hasOwn(connection.settings, name)
  return Object.fromEntries(entries.map(([name, value]) => [name, isOpen(name) ? value : masked(value)]))
}
