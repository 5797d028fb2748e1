import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { openEmbedded } from '@pictable/server/database/open-embedded.ts'
import { makeDataDirectory } from '@pictable/server/database/prepared-cluster.test-kit.ts'
import { loginLinkData } from '@pictable/server/database/session-data.ts'
import { userData } from '@pictable/server/database/user-data.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pictable } from '#test/pictable-command.ts'

const dataDir = makeDataDirectory('pictable-users-')
const settings = {
  PICTABLE_DATA_DIR: dataDir,
  PICTABLE_LOG_LEVEL: 'silent',
  PICTABLE_PUBLIC_URL: 'https://pictable.example',
}

beforeAll(async () => {
  const database = await openEmbedded({ dataDir })
  const user = {
    id: 'usr_1',
    name: 'Olga',
    role: 'owner',
    passwordHash: 'forgotten',
    deactivatedAt: null,
    revision: 1,
  } as const
  const times = { createdAt: new Date(), lastSeenAt: null }
  await userData(database.kysely).insert({ ...user, ...times, email: 'olga@example.com' })
  await database.close()
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

test('pictable users reset prints a link for a user that is there', { timeout: 120_000 }, async () => {
  const reset = await pictable(['users', 'reset', 'Olga@example.com'], settings)
  expect(reset.code).toBe(0)
  const token = /https:\/\/pictable\.example\/password\?token=([\w-]{43})\n/.exec(reset.said)?.[1] ?? ''
  const database = await openEmbedded({ dataDir })
  const hash = createHash('sha256').update(token).digest('hex')
  expect(await loginLinkData(database.kysely).find(hash)).toMatchObject({ userId: 'usr_1' })
  await database.close()
})
