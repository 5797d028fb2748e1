import type { UserRole } from '@pictable/model/access'
import { AppError } from '#core/errors.ts'
import type { Data } from '#core/ports/data.ts'
import type { World } from '#core/ports/world.ts'
import { found, stored, toBeChanged } from '#core/revision.ts'
import { checkPassword } from './log-in.ts'
import { createLink, type NewLink } from './login-link.ts'
import { checkNewPassword } from './password-rules.ts'
import { type Browser, type LoggedIn, openSession } from './session.ts'
import type { User } from './user.ts'

type UserWorld = Pick<World, 'clock' | 'data' | 'digest' | 'newId' | 'passwords' | 'publicUrl' | 'random'>

async function refuseTakenEmail(data: Data, email: string, userId: string): Promise<void> {
  const other = await data.users.findByEmail(email)
  if (other !== null && other.id !== userId)
    throw new AppError('conflict', `There is already a user with the email address ${email}.`)
}

async function refuseLastOwner(data: Data, userId: string): Promise<void> {
  const owners = await data.users.lockOwners()
  if (owners.length === 1 && owners[0] === userId)
    throw new AppError('conflict', 'This is the last owner who can log in. Make another user an owner first.')
}

/** Somebody new, and the link that lets them in. @throws AppError `conflict` */
export async function inviteUser(
  world: UserWorld,
  { email, name, role }: { email: string; name: string; role: UserRole },
): Promise<{ user: User; link: NewLink }> {
  const id = world.newId('user')
  const createdAt = world.clock.now()
  const user: User = {
    id,
    email,
    name,
    role,
    passwordHash: null,
    deactivatedAt: null,
    revision: 1,
    createdAt,
    lastSeenAt: null,
  }
  return world.data.transaction(async (data) => {
    await refuseTakenEmail(data, email, id)
    await data.users.insert(user)
    return { user, link: await createLink({ ...world, data }, user) }
  })
}

/** Nothing by which the user is in, or could get in, is left. */
async function shutOut(data: Data, userId: string): Promise<void> {
  await data.sessions.deleteAllOf(userId)
  await data.loginLinks.deleteAllOf(userId)
}

interface UserChange {
  email?: string
  name?: string
  role?: UserRole
  /** Whether the user may log in. */
  active?: boolean
  revision?: number | undefined
}

/** @throws AppError `not_found`, `conflict`, `precondition_failed` */
export async function updateUser(
  world: Pick<World, 'clock' | 'data'>,
  id: string,
  { revision, active, ...changes }: UserChange,
): Promise<User> {
  return world.data.transaction(async (data) => {
    // Before the user, as whoever removes one locks them.
    if (active === false || (changes.role ?? 'owner') !== 'owner') await refuseLastOwner(data, id)
    const user = toBeChanged(await data.users.lock(id), { what: 'user', id, revision })
    if (changes.email !== undefined) await refuseTakenEmail(data, changes.email, id)
    const isAsBefore = active === undefined || active === (user.deactivatedAt === null)
    const deactivatedAt = isAsBefore ? user.deactivatedAt : active ? null : world.clock.now()
    const saved = stored(await data.users.update({ ...user, ...changes, deactivatedAt }), 'user')
    // After it is saved, so that who logs in at this moment is shut out too.
    if (active === false) await shutOut(data, id)
    return saved
  })
}

/** @throws AppError `not_found`, `conflict` */
export async function deleteUser(world: Pick<World, 'data'>, id: string): Promise<void> {
  await world.data.transaction(async (data) => {
    found(await data.users.get(id), 'user', id)
    await refuseLastOwner(data, id)
    await data.sessions.deleteAllOf(id)
    await data.users.delete(id)
  })
}

/** What users change of themselves. Another e-mail address, with which they log in, asks for the password. */
export async function updateMe(
  world: UserWorld,
  userId: string,
  draft: { name?: string | undefined; email?: string | undefined; password: string | undefined; address: string },
): Promise<User> {
  const user = found(await world.data.users.get(userId), 'user', userId)
  const { name = user.name, email = user.email, password, address } = draft
  if (email !== user.email) await checkPassword(world, user, { password, address })
  return updateUser(world, user.id, { name, email })
}

/** Every session ends, and every link to set a password; a new session begins. */
export async function changePassword(
  world: UserWorld,
  userId: string,
  { current, wanted, browser }: { current: string; wanted: string; browser: Browser },
): Promise<LoggedIn> {
  const user = found(await world.data.users.get(userId), 'user', userId)
  await checkPassword(world, user, { password: current, address: browser.address })
  checkNewPassword(wanted, { ...user, pointer: '/new_password' })
  const passwordHash = await world.passwords.hash(wanted)
  return world.data.transaction(async (data) => {
    const present = found(await data.users.lock(userId), 'user', userId)
    if (present.passwordHash !== user.passwordHash)
      throw new AppError('conflict', 'Someone else changed the password. Log in with the new one.')
    const changed = stored(await data.users.update({ ...present, passwordHash }), 'user')
    await data.loginLinks.deleteAllOf(user.id)
    await data.sessions.deleteAllOf(user.id)
    return openSession({ ...world, data }, changed, browser)
  })
}
