import { contract } from '@pictable/client'
import { updateUser } from '#core/access/save-user.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentUser } from '#http/present/user.ts'

/** `forget` drops what this process remembers of the user. */
export const usersUpdate = (forget: (userId: string) => void) =>
  bind(contract.users.update)(async ({ world, params, body, revision }) => {
    const user = await updateUser(world, params.id, { ...body, revision })
    forget(user.id)
    return { status: 200, body: presentUser(user) }
  })
