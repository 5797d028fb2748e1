import { beforeEach, describe, expect, test } from 'vitest'
import { fixedClock } from '#core/fakes/clock.ts'
import { useTestData } from '#core/fakes/test-data.ts'
import { createTestWorld } from '#core/fakes/test-world.ts'
import type { World } from '#core/ports/world.ts'
import { completeSetup, createLink, lookAtLink, needsSetup, redeemLink } from './login-link.ts'
import { findSession } from './session.ts'
import type { User } from './user.ts'

const opened = useTestData()
const browser = { userAgent: 'Firefox', address: '192.0.2.1' }
const password = 'teapot and saucer'
const hourMs = 3_600_000
const spent = { code: 'forbidden', message: expect.stringContaining('already used or has expired') }

let clock: ReturnType<typeof fixedClock>
let world: World
let users = 0

beforeEach(() => {
  clock = fixedClock()
  world = createTestWorld({ data: opened.data, clock })
})

async function addUser(change: Partial<User> = {}): Promise<User> {
  const email = `user-${++users}@example.com`
  const facts = { email, name: 'Mia', role: 'editor', revision: 1, createdAt: clock.now() } as const
  const user = { ...facts, id: world.newId('user'), passwordHash: 'hash of old', deactivatedAt: null, lastSeenAt: null }
  await opened.data.users.insert({ ...user, ...change })
  return { ...user, ...change }
}

const tokenOf = (url: string) => new URL(url).searchParams.get('token') ?? ''
const linkFor = async (user: User | null) => tokenOf((await createLink(world, user)).url)
const setUp = (token: string, given = password) =>
  completeSetup(world, { token, email: 'olga@example.com', name: 'Olga', password: given }, browser)
const redeem = (token: string, more: { name?: string; password?: string } = {}) =>
  redeemLink(world, { token, name: more.name, password: more.password ?? password }, browser)

describe('completeSetup()', () => {
  test('makes the first owner, once', async () => {
    expect(await needsSetup(world)).toBe(true)
    const { url } = await createLink(world, null)
    expect(url).toMatch(/^https:\/\/pictable\.example\/setup\?token=[\w-]{43}$/)
    const other = await linkFor(null)
    expect(await lookAtLink(world, tokenOf(url))).toMatchObject({ user: null })
    await expect(setUp(await linkFor(await addUser()))).rejects.toMatchObject(spent)
    await expect(redeem(other)).rejects.toMatchObject(spent)
    await expect(setUp(tokenOf(url), 'Olga1')).rejects.toMatchObject({ errors: [{ pointer: '/password' }] })
    const { user, token } = await setUp(tokenOf(url))
    expect(user).toMatchObject({
      email: 'olga@example.com',
      name: 'Olga',
      role: 'owner',
      deactivatedAt: null,
      revision: 1,
    })
    expect(user.id).toMatch(/^usr_/)
    expect(await opened.data.users.get(user.id)).toMatchObject({ passwordHash: `hash of ${password}` })
    expect((await findSession(world, token))?.user.id).toBe(user.id)
    expect(await needsSetup(world)).toBe(false)
    for (const used of [tokenOf(url), other]) await expect(setUp(used)).rejects.toMatchObject(spent)
  })
})

describe('redeemLink()', () => {
  test('sets the password once, and ends every session before', async () => {
    const user = await addUser()
    const before = await redeem(await linkFor(user))
    const { url } = await createLink(world, user)
    expect(url).toMatch(/^https:\/\/pictable\.example\/password\?token=[\w-]{43}$/)
    const next = 'another teapot'
    const after = await redeem(tokenOf(url), { name: 'Mia M.', password: next })
    expect(after.user).toMatchObject({ id: user.id, name: 'Mia M.', passwordHash: `hash of ${next}` })
    expect(await findSession(world, before.token)).toBeNull()
    expect((await findSession(world, after.token))?.user.id).toBe(user.id)
    await expect(redeem(tokenOf(url))).rejects.toMatchObject(spent)
  })

  test('keeps the name, and refuses a password that is easy to guess', async () => {
    const user = await addUser()
    const token = await linkFor(user)
    for (const wrong of ['Mia1', user.email])
      await expect(redeem(token, { password: wrong })).rejects.toMatchObject({
        code: 'invalid_request',
        errors: [{ pointer: '/password' }],
      })
    expect((await redeem(token)).user.name).toBe('Mia')
  })

  test('refuses what is no link, an older link, the link of an owner to be, and one of a user who is deactivated', async () => {
    const user = await addUser()
    const older = await linkFor(user)
    const newer = await linkFor(user)
    const gone = await addUser()
    const ofGone = await linkFor(gone)
    await opened.data.users.update({ ...gone, deactivatedAt: clock.now() })
    for (const token of ['', 'none', older, ofGone, await linkFor(null)]) {
      await expect(redeem(token)).rejects.toMatchObject(spent)
      await expect(lookAtLink(world, token)).rejects.toMatchObject(spent)
    }
    expect(await lookAtLink(world, newer)).toMatchObject({ user: { id: user.id } })
  })

  test('refuses the link of a user who is deleted while the password is set', async () => {
    const token = await linkFor(await addUser())
    const { data } = opened
    const transaction: typeof data.transaction = (work) =>
      data.transaction((inside) => work({ ...inside, users: { ...inside.users, update: async () => null } }))
    world = { ...world, data: { ...data, transaction } }
    await expect(redeem(token)).rejects.toMatchObject(spent)
  })

  test('serves one of two who redeem a link at the same time', async () => {
    const token = await linkFor(await addUser())
    const both = await Promise.allSettled([redeem(token), redeem(token)])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('createLink()', () => {
  test.each([
    ['an invitation', null, 7 * 24],
    ['a forgotten password', 'hash of old', 24],
  ])('gives %s its time', async (_, passwordHash, hours) => {
    const user = await addUser({ passwordHash })
    const { url, expiresAt } = await createLink(world, user)
    expect(expiresAt.getTime() - clock.now().getTime()).toBe(hours * hourMs)
    clock.advance(hours * hourMs - 1)
    expect(await lookAtLink(world, tokenOf(url))).toMatchObject({ user: { id: user.id }, expiresAt })
    clock.advance(1)
    await expect(redeem(tokenOf(url))).rejects.toMatchObject(spent)
  })

  test('refuses a user who is deactivated, and stores no token', async () => {
    const user = await addUser({ deactivatedAt: clock.now() })
    await expect(createLink(world, user)).rejects.toMatchObject({
      code: 'conflict',
      message: 'Mia is deactivated. Activate the account first.',
    })
    const token = await linkFor(await addUser())
    expect(await opened.data.loginLinks.find(token)).toBeNull()
  })
})
