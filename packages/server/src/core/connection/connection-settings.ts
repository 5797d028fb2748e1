import { z } from 'zod'
import type { World } from '#core/ports/world.ts'
import { masked } from '#core/secret-mask.ts'
import type { Connection } from './connection.ts'
import { settingsWithRole } from './setting-roles.ts'

export type Settings = Readonly<Record<string, unknown>>

const settingsSchema = z.record(z.string(), z.unknown())

/** Binds the sealed settings to their row. */
const contextOf = (connectionId: string) => `connections.sealed_settings.${connectionId}`

/** All settings of a connection, secrets in the clear: never answered. */
export function readSettings(world: Pick<World, 'secrets'>, connection: Connection): Settings {
  if (connection.sealedSettings === null) return connection.settings
  const opened = world.secrets.open(connection.sealedSettings, contextOf(connection.id))
  return { ...connection.settings, ...settingsSchema.parse(JSON.parse(opened)) }
}

/** Settings parted into what may be shown and what is sealed. */
export function partSettings(
  world: Pick<World, 'secrets'>,
  {
    connectionId,
    settings,
    secretSettings,
  }: { connectionId: string; settings: Settings; secretSettings: readonly string[] },
): Pick<Connection, 'settings' | 'sealedSettings'> {
  const entries = Object.entries(settings).filter(([, value]) => value !== undefined)
  const secret = entries.filter(([name]) => secretSettings.includes(name))
  const open = entries.filter(([name]) => !secretSettings.includes(name))
  const sealed = () => world.secrets.seal(JSON.stringify(Object.fromEntries(secret)), contextOf(connectionId))
  return { settings: Object.fromEntries(open), sealedSettings: secret.length === 0 ? null : sealed() }
}

/** All settings of a connection as they may be shown: secrets as `***` and their last four characters. */
export function shownSettings(world: Pick<World, 'secrets' | 'sources'>, connection: Connection): Settings {
  const secretSettings = settingsWithRole(world.sources.kind(connection.source), 'secret')
  const entries = Object.entries(readSettings(world, connection))
  return Object.fromEntries(
    entries.map(([name, value]) => [name, secretSettings.includes(name) ? masked(value) : value]),
  )
}
