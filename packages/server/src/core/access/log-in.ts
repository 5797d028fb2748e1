import { AppError } from '#core/errors.ts'
import type { World } from '#core/ports/world.ts'
import { networkOf } from './network.ts'
import { type Browser, type LoggedIn, openSession } from './session.ts'
import type { User } from './user.ts'

/**
 * Tries with passwords and links. One browser gets few tries for an account; an account a good many, so that nobody is
 * locked out by others; an address enough for an office.
 */
const limits = {
  browser: { perMinute: 2, burst: 10 },
  account: { perMinute: 20, burst: 200 },
  address: { perMinute: 20, burst: 100 },
} as const

/** Counts a try. `account` is what was typed, known or not. @throws AppError `rate_limited` */
export async function takeTry(
  world: Pick<World, 'clock' | 'data' | 'digest'>,
  { account, address }: { account?: string; address: string },
): Promise<void> {
  const name = account?.toLowerCase()
  const network = networkOf(address)
  const scopes: [keyof typeof limits, string][] = [['address', network]]
  if (name !== undefined) scopes.push(['browser', `${name} ${network}`], ['account', name])
  const at = world.clock.now()
  for (const [kind, what] of scopes) {
    const scope = `log-in:${kind}:${world.digest.sha256(what).slice(0, 32)}`
    const { waitMs } = await world.data.rateLimits.take(scope, { ...limits[kind], cost: 1, at })
    if (waitMs > 0) {
      const seconds = Math.ceil(waitMs / 1000)
      throw new AppError('rate_limited', `Too many login attempts. Wait ${seconds} s, then retry.`, {
        retryAfterMs: waitMs,
      })
    }
  }
}

/**
 * Logs in with e-mail and password.
 * @throws AppError `unauthorized`, the same for every reason unless the password is right, `rate_limited`
 */
export async function logIn(
  world: Pick<World, 'clock' | 'data' | 'digest' | 'newId' | 'passwords' | 'random'>,
  { email, password }: { email: string; password: string },
  browser: Browser,
): Promise<LoggedIn> {
  await takeTry(world, { account: email, address: browser.address })
  const found = await world.data.users.findByEmail(email)
  const isRight = await world.passwords.matches(password, found?.passwordHash ?? null)
  return world.data.transaction(async (data) => {
    // The check takes its time: meanwhile the password may have been changed, which ends every session.
    const user = found && isRight ? await data.users.lock(found.id) : null
    if (user === null || user.passwordHash !== found?.passwordHash)
      throw new AppError('unauthorized', 'The email address or the password is wrong.')
    if (user.deactivatedAt !== null)
      throw new AppError(
        'unauthorized',
        'Your account is deactivated. Ask an owner of this installation to activate it.',
      )
    return openSession({ ...world, data }, user, browser)
  })
}

/** Asks a user who is logged in for the password again. @throws AppError `invalid_request`, `rate_limited` */
export async function checkPassword(
  world: Pick<World, 'clock' | 'data' | 'digest' | 'passwords'>,
  user: User,
  { password, address }: { password: string | undefined; address: string },
): Promise<void> {
  await takeTry(world, { account: user.email, address })
  if (await world.passwords.matches(password ?? '', user.passwordHash)) return
  const detail = 'is not the current password'
  throw new AppError('invalid_request', 'The current password is wrong.', {
    errors: [{ pointer: '/current_password', detail }],
  })
}
