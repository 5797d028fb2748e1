import { AppError } from '#core/errors.ts'
import type { World } from '#core/ports/world.ts'
import { checkNewPassword } from './password-rules.ts'
import { type Browser, type LoggedIn, newToken, openSession } from './session.ts'
import type { LoginLink, User } from './user.ts'

const hourMs = 3_600_000
const invitationForMs = 7 * 24 * hourMs
const otherForMs = 24 * hourMs

type LinkWorld = Pick<World, 'clock' | 'data' | 'digest' | 'newId' | 'passwords' | 'publicUrl' | 'random'>

export interface NewLink {
  url: string
  expiresAt: Date
}

/** Whether nobody can administer the installation from the dashboard yet. */
export async function needsSetup({ data }: Pick<World, 'data'>): Promise<boolean> {
  return !(await data.users.hasOwner())
}

/** A link that sets the password of the user, once; without a user it makes the first owner. It is answered this once. @throws AppError `conflict` */
export async function createLink(
  world: Pick<LinkWorld, 'clock' | 'data' | 'digest' | 'publicUrl' | 'random'>,
  user: User | null,
): Promise<NewLink> {
  if (user !== null && user.deactivatedAt !== null)
    throw new AppError('conflict', `${user.name} is deactivated. Activate the account first.`)
  const token = newToken(world)
  const forMs = user?.passwordHash === null ? invitationForMs : otherForMs
  const expiresAt = new Date(world.clock.now().getTime() + forMs)
  const link: LoginLink = { hash: world.digest.sha256(token), userId: user?.id ?? null, expiresAt }
  await world.data.transaction(async (data) => {
    if (user !== null) await data.loginLinks.deleteAllOf(user.id)
    await data.loginLinks.insert(link)
  })
  return { url: `${world.publicUrl}/${user === null ? 'setup' : 'password'}?token=${token}`, expiresAt }
}

const spent = () =>
  new AppError(
    'forbidden',
    'This link was already used or has expired. Ask an owner for a new one. For the first set-up, restart the server.',
  )

/** The user that a link is for; null for the first owner. @throws AppError `forbidden` */
async function holderOf(world: Pick<World, 'clock' | 'data'>, link: LoginLink | null): Promise<User | null> {
  if (link === null || link.expiresAt <= world.clock.now()) throw spent()
  if (link.userId !== null) {
    const user = await world.data.users.get(link.userId)
    if (user !== null && user.deactivatedAt === null) return user
  } else if (await needsSetup(world)) return null
  throw spent()
}

/** What a link is for. @throws AppError `forbidden` */
export async function lookAtLink(
  world: Pick<World, 'clock' | 'data' | 'digest'>,
  token: string,
): Promise<{ user: User | null; expiresAt: Date }> {
  const link = await world.data.loginLinks.find(world.digest.sha256(token))
  const user = await holderOf(world, link)
  if (link === null) throw spent()
  return { user, expiresAt: link.expiresAt }
}

/** Makes the first owner. @throws AppError `forbidden`, `invalid_request` */
export async function completeSetup(
  world: LinkWorld,
  draft: { token: string; email: string; name: string; password: string },
  browser: Browser,
): Promise<LoggedIn> {
  const { token, email, name, password } = draft
  if ((await lookAtLink(world, token)).user !== null) throw spent()
  checkNewPassword(password, { email, name, pointer: '/password' })
  const passwordHash = await world.passwords.hash(password)
  return world.data.transaction(async (data) => {
    const inside = { ...world, data }
    if ((await holderOf(inside, await data.loginLinks.take(world.digest.sha256(token)))) !== null) throw spent()
    const id = world.newId('user')
    const now = world.clock.now()
    const user: User = {
      id,
      email,
      name,
      role: 'owner',
      passwordHash,
      deactivatedAt: null,
      revision: 1,
      createdAt: now,
      lastSeenAt: now,
    }
    await data.users.insert(user)
    return openSession(inside, user, browser)
  })
}

/** Sets the password of the user whom the link is for; every session before ends. @throws AppError `forbidden`, `invalid_request` */
export async function redeemLink(
  world: LinkWorld,
  draft: { token: string; name: string | undefined; password: string },
  browser: Browser,
): Promise<LoggedIn> {
  const { token, password } = draft
  const { user } = await lookAtLink(world, token)
  if (user === null) throw spent()
  const name = draft.name ?? user.name
  checkNewPassword(password, { email: user.email, name, pointer: '/password' })
  const passwordHash = await world.passwords.hash(password)
  return world.data.transaction(async (data) => {
    const inside = { ...world, data }
    const holder = await holderOf(inside, await data.loginLinks.take(world.digest.sha256(token)))
    const changed = holder && (await data.users.update({ ...holder, name, passwordHash }))
    if (changed === null) throw spent()
    await data.sessions.deleteAllOf(changed.id)
    return openSession(inside, changed, browser)
  })
}
