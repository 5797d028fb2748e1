import { contract } from '@pictable/client'
import { logIn, takeTry } from '#core/access/log-in.ts'
import { completeSetup, lookAtLink, needsSetup, redeemLink } from '#core/access/login-link.ts'
import { changePassword, updateMe } from '#core/access/save-user.ts'
import { sessionsAt } from '#core/access/session.ts'
import { gone } from '#http/answers/gone.ts'
import { answerLoggedIn } from '#http/answers/logged-in.ts'
import { callerOfLogin, requireLogin } from '#http/caller/caller.ts'
import { noSessionCookie } from '#http/caller/session-cookie.ts'
import { handlers } from '#http/endpoint/handlers.ts'
import { presentIdentity } from '#http/present/identity.ts'
import { presentLink, presentSession } from '#http/present/session.ts'

export const setup = handlers(contract.setup)({
  get: async ({ world }) => ({
    status: 200,
    body: { needed: await needsSetup(world) },
  }),
  complete: async ({ world, body, client }) => {
    await takeTry(world, { address: client.address })
    return { status: 201, ...answerLoggedIn(await completeSetup(world, body, client), client) }
  },
})

export const links = handlers(contract.links)({
  look: async ({ world, body, client }) => {
    await takeTry(world, { address: client.address })
    return { status: 200, body: presentLink(await lookAtLink(world, body.token)) }
  },
  redeem: async ({ world, body, client, server }) => {
    await takeTry(world, { address: client.address })
    const { token, name, password } = body
    const login = await redeemLink(world, { token, name, password }, client)
    server.forget(login.user.id)
    return { status: 201, ...answerLoggedIn(login, client) }
  },
})

export const session = handlers(contract.session)({
  create: async ({ world, body, client }) => ({
    status: 201,
    ...answerLoggedIn(await logIn(world, body, client), client),
  }),
  delete: async ({ world, caller, client, server }) => {
    const { session, user } = requireLogin(caller)
    await world.data.sessions.delete(session.id, user.id)
    server.forget(session.id)
    return { status: 204, body: null, headers: noSessionCookie(client.isSecure) }
  },
})

export const sessions = handlers(contract.sessions)({
  list: async ({ world, caller }) => {
    const { user, session } = requireLogin(caller)
    const sessions = await world.data.sessions.listOf(user.id, sessionsAt(world.clock.now()))
    return { status: 200, body: { results: sessions.map((one) => presentSession(one, session)), next: null } }
  },
  revoke: async ({ world, caller, params, server }) => {
    const { user } = requireLogin(caller)
    const wasThere = await world.data.sessions.delete(params.id, user.id)
    if (wasThere) server.forget(params.id)
    return gone(wasThere, 'session of yours', params.id)
  },
})

export const me = handlers(contract.me)({
  get: async ({ caller }) => ({ status: 200, body: presentIdentity(caller) }),
  update: async ({ world, caller, client, body, server }) => {
    const { user, session } = requireLogin(caller)
    const { name, email, current_password: password } = body
    const changed = await updateMe(world, user.id, { name, email, password, address: client.address })
    server.forget(user.id)
    return { status: 200, body: presentIdentity(callerOfLogin({ user: changed, session })) }
  },
  password: async ({ world, caller, client, body, server }) => {
    const { user } = requireLogin(caller)
    const { current_password: current, new_password: wanted } = body
    const login = await changePassword(world, user.id, { current, wanted, browser: client })
    server.forget(user.id)
    return { status: 200, ...answerLoggedIn(login, client) }
  },
})
