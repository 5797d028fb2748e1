import { contract } from '@pictable/client'
import { updateMe } from '#core/access/save-user.ts'
import { callerOfLogin, requireLogin } from '#http/caller.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentIdentity } from '#http/present/identity.ts'

/** `forget` drops what this process remembers of the user. */
export const meUpdate = (forget: (userId: string) => void) =>
  bind(contract.me.update)(async ({ world, caller, client, body }) => {
    const { user, session } = requireLogin(caller)
    const { name, email, current_password: password } = body
    const changed = await updateMe(world, user.id, { name, email, password, address: client.address })
    forget(user.id)
    return { status: 200, body: presentIdentity(callerOfLogin({ user: changed, session })) }
  })
