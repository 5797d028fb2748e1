import { contract } from '@pictable/client'
import { takeTry } from '#core/access/log-in.ts'
import { redeemLink } from '#core/access/login-link.ts'
import { bind } from '#http/endpoint-call.ts'
import { answerLoggedIn } from '#http/logged-in.ts'

/** `forget` drops what this process remembers of the user. */
export const linksRedeem = (forget: (userId: string) => void) =>
  bind(contract.links.redeem)(async ({ world, body, client }) => {
    await takeTry(world, { address: client.address })
    const { token, name, password } = body
    const login = await redeemLink(world, { token, name, password }, client)
    forget(login.user.id)
    return { status: 201, ...answerLoggedIn(login, client) }
  })
