import { settingsWithRole } from '@pictable/server/core/connection/setting-roles.ts'
import { createSources } from '@pictable/server/sources/index.ts'
import { expect, test } from 'vitest'

type Setup = Parameters<typeof createSources>[0]

/** The kinds are only described here, never opened. */
const unused = new Proxy<Partial<Setup>>({}, { get: () => ({}) })

function isSetup(setup: Partial<Setup>): setup is Setup {
  return setup === unused
}

const kinds = isSetup(unused) ? createSources(unused).kinds : []
const secretive = kinds.filter((kind) => settingsWithRole(kind, 'secret').length > 0)

test('there are kinds with secrets', () => {
  expect(secretive.map(({ kind }) => kind).sort()).toEqual([
    'airtable',
    'baserow',
    'directus',
    'feed',
    'google_sheets',
    'mysql',
    'nocodb',
    'postgres',
    'teable',
  ])
})

test.each(kinds)('$kind: a setting that is named like a secret is declared as one', (kind) => {
  const named = Object.keys(kind.settings.shape).filter((name) =>
    /token|password|secret|credential|api_?key/i.test(name),
  )
  expect(settingsWithRole(kind, 'secret')).toEqual(expect.arrayContaining(named))
})

test.each(secretive)('$kind: every setting has a role, and a destination is declared', (kind) => {
  const roles = (['secret', 'destination', 'plain'] as const).flatMap((role) => settingsWithRole(kind, role))
  expect(roles.sort()).toEqual(Object.keys(kind.settings.shape).sort())
  expect(settingsWithRole(kind, 'destination')).not.toEqual([])
})

test.each(secretive)('$kind: a setting that is named like a destination is declared as one', (kind) => {
  const named = Object.keys(kind.settings.shape).filter((name) =>
    /url|uri|host|port$|address|endpoint|server|proxy|socket|ssl|tls|^ca$|cert|domain|region/i.test(name),
  )
  expect(settingsWithRole(kind, 'destination')).toEqual(expect.arrayContaining(named))
})
