import { contract } from '@pictable/client'
import { takeTry } from '#core/access/log-in.ts'
import { lookAtLink } from '#core/access/login-link.ts'
import { bind } from '#http/endpoint-call.ts'

export const linksLook = bind(contract.links.look)(async ({ world, body, client }) => {
  await takeTry(world, { address: client.address })
  const { user, expiresAt } = await lookAtLink(world, body.token)
  const purpose = user === null ? 'setup' : user.passwordHash === null ? 'invitation' : 'reset'
  const { email = null, name = null, role = 'owner' } = user ?? {}
  return { status: 200, body: { purpose, email, name, role, expires_at: expiresAt.toISOString() } }
})
