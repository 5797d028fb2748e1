import { contract } from '@pictable/client'
import { deleteUser } from '#core/access/save-user.ts'
import { bind } from '#http/endpoint-call.ts'

/** `forget` drops what this process remembers of the user. */
export const usersDelete = (forget: (userId: string) => void) =>
  bind(contract.users.delete)(async ({ world, params }) => {
    await deleteUser(world, params.id)
    forget(params.id)
    return { status: 204, body: null }
  })
