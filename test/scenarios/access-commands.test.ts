import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { loginLinkData } from '@pictable/server/database/data/session-data.ts'
import { userData } from '@pictable/server/database/data/user-data.ts'
import { openEmbedded } from '@pictable/server/database/open-embedded.ts'
import { makeDataDirectory } from '@pictable/server/database/prepared-cluster.test-kit.ts'
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
  const same = {
    role: 'owner',
    passwordHash: 'forgotten',
    revision: 1,
    createdAt: new Date(),
    lastSeenAt: null,
  } as const
  const users = userData(database.kysely)
  await users.insert({ ...same, id: 'usr_1', name: 'Olga', email: 'olga@example.com', deactivatedAt: null })
  await users.insert({ ...same, id: 'usr_2', name: 'Ada', email: 'ada@example.com', deactivatedAt: same.createdAt })
  await database.close()
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

test('pictable users reset prints a link for a user that is there, and says why there is none', async () => {
  const reset = await pictable(['users', 'reset', 'Olga@example.com'], settings)
  expect(reset.code).toBe(0)
  const token = /https:\/\/pictable\.example\/password\?token=([\w-]{43})\n/.exec(reset.said)?.[1] ?? ''
  const database = await openEmbedded({ dataDir })
  const hash = createHash('sha256').update(token).digest('hex')
  expect(await loginLinkData(database.kysely).find(hash)).toMatchObject({ userId: 'usr_1' })
  await database.close()
  const refused = await pictable(['users', 'reset', 'ada@example.com'], settings)
  expect([refused.code, refused.said.trim()]).toEqual([1, 'pictable: Ada is deactivated. Activate the account first.'])
})

test('pictable keys makes a key without one, names it and ends it', async () => {
  const made = await pictable(['keys', 'create', '--name', 'Rescue', '--scope', 'write'], settings)
  expect(made).toMatchObject({ code: 0, said: expect.stringMatching(/API key .*: pct_\w+/) })
  const listed = await pictable(['keys', 'list'], settings)
  const [, id = ''] = /^(key_\w+) {2}Rescue {2}write$/m.exec(listed.said) ?? []
  expect(await pictable(['keys', 'revoke', id], settings)).toMatchObject({ code: 0 })
  expect((await pictable(['keys', 'list'], settings)).said).toContain(`${id}  Rescue  write  (revoked)`)
  expect(await pictable(['keys', 'revoke', id], settings)).toMatchObject({
    code: 1,
    said: expect.stringContaining('There is no API key'),
  })
})
