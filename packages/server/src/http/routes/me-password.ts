import { contract } from '@pictable/client'
import { changePassword } from '#core/access/save-user.ts'
import { requireLogin } from '#http/caller.ts'
import { bind } from '#http/endpoint-call.ts'
import { answerLoggedIn } from '#http/logged-in.ts'

/** `forget` drops what this process remembers of the user. */
export const mePassword = (forget: (userId: string) => void) =>
  bind(contract.me.password)(async ({ world, caller, client, body }) => {
    const { user } = requireLogin(caller)
    const { current_password: current, new_password: wanted } = body
    const login = await changePassword(world, user.id, { current, wanted, browser: client })
    forget(user.id)
    return { status: 200, ...answerLoggedIn(login, client) }
  })
