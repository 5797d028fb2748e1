import type { CallAnswer, Contract } from '@pictable/client'
import type { LoggedIn } from '#core/access/session.ts'
import { type Caller, callerOfLogin } from '#http/caller/caller.ts'
import { sessionCookie } from '#http/caller/session-cookie.ts'
import { presentIdentity } from '#http/present/identity.ts'

/** What somebody is answered who has just been logged in: who they are, and the cookie. */
export function answerLoggedIn(
  login: LoggedIn,
  { isSecure }: { isSecure: boolean },
): { body: CallAnswer<Contract['me']['get']>; headers: Record<string, string>; caller: Caller } {
  const caller = callerOfLogin(login)
  return { body: presentIdentity(caller), headers: sessionCookie(login.token, isSecure), caller }
}
