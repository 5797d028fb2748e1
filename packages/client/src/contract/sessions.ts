import { callerKinds, scopes } from '@pictable/model/access'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idParams, time } from './primitives.ts'
import { email, newPassword, personName, role } from './users.ts'

const scope = z.enum(scopes)

const identity = z
  .strictObject({
    kind: z
      .enum(callerKinds)
      .meta({ description: '`operator` is the key of PICTABLE_ADMIN_KEY, `user` a dashboard session' }),
    id: z.string(),
    name: z.string(),
    email: z.string().nullable().meta({ description: 'Only for users' }),
    role: role.nullable().meta({ description: 'Only for users' }),
    scopes: z.array(scope).meta({ description: 'Each scope includes the ones before it: read, trigger, write, admin' }),
    action_ids: z
      .array(z.string())
      .nullable()
      .meta({ description: 'Actions that the key can access. null: all actions' }),
    session_id: z.string().nullable().meta({ description: 'The session of this request. Only for users' }),
  })
  .meta({ id: 'Identity' })

/** Typed from memory or out of a store: only the server says whether it is right. */
const password = z.string().min(1).max(1000)

const token = z.string().min(1).max(200).meta({ description: 'The `token` of the link' })

const cookie = { 'Set-Cookie': 'The session of the browser' }

/** The session of whoever calls. */
export const session = {
  create: endpoint({
    name: 'session-create',
    method: 'POST',
    path: '/v1/session',
    summary: 'Log in',
    description: 'The response and its timing are the same for an unknown email address and a wrong password.',
    scope: null,
    body: z
      .strictObject({ email: z.string().trim().min(1).max(200), password })
      .meta({ id: 'LogIn', examples: [{ email: 'ada@example.com', password: 'four words of my own' }] }),
    answers: { 201: identity },
    headers: cookie,
    errors: ['unauthorized', 'forbidden', 'rate_limited'],
    setsCookie: true,
  }),
  delete: endpoint({
    name: 'session-delete',
    method: 'DELETE',
    path: '/v1/session',
    summary: 'Log out',
    scope: 'read',
    answers: { 204: null },
    headers: cookie,
    errors: ['conflict'],
  }),
}

/** Every session of whoever calls. */
export const sessions = {
  list: endpoint({
    name: 'sessions-list',
    method: 'GET',
    path: '/v1/sessions',
    summary: 'List your sessions, newest first',
    scope: 'read',
    answers: {
      200: z.strictObject({
        results: z.array(
          z
            .strictObject({
              id: z.string(),
              is_this: z.boolean().meta({ description: 'Whether this is the session of the request' }),
              user_agent: z.string().meta({ description: 'User agent of the browser' }),
              address: z.string().meta({ description: 'IP address of the login' }),
              created_at: time,
              last_seen_at: time.meta({ description: 'To the minute' }),
              expires_at: time.meta({
                description: 'Latest time at which the session ends; it ends earlier if it is not used',
              }),
            })
            .meta({ id: 'Session' }),
        ),
        next: z.null(),
      }),
    },
    errors: ['conflict'],
  }),
  revoke: endpoint({
    name: 'sessions-revoke',
    method: 'DELETE',
    path: '/v1/sessions/:id',
    summary: 'End one of your sessions',
    scope: 'read',
    params: idParams,
    answers: { 204: null },
    errors: ['not_found', 'conflict'],
  }),
}

export const me = {
  get: endpoint({
    name: 'me-get',
    method: 'GET',
    path: '/v1/me',
    summary: 'Retrieve your name, role and scopes',
    scope: 'read',
    limitedKeys: 'handler',
    answers: { 200: identity },
    errors: [],
  }),
  update: endpoint({
    name: 'me-update',
    method: 'PATCH',
    path: '/v1/me',
    summary: 'Change your name or email address',
    description: 'Only for users. Changing the email address requires the password.',
    scope: 'read',
    body: z
      .strictObject({
        name: personName.exactOptional(),
        email: email.exactOptional(),
        current_password: password.exactOptional(),
      })
      .meta({ id: 'MeUpdate', examples: [{ name: 'Ada Lovelace' }] }),
    answers: { 200: identity },
    errors: ['not_found', 'conflict', 'rate_limited'],
  }),
  password: endpoint({
    name: 'me-password',
    method: 'POST',
    path: '/v1/me/password',
    summary: 'Change your password',
    description: 'Only for users. All sessions end, and the browser gets a new one.',
    scope: 'read',
    body: z
      .strictObject({ current_password: password, new_password: newPassword })
      .meta({ id: 'PasswordChange', examples: [{ current_password: 'the old words', new_password: 'the new words' }] }),
    answers: { 200: identity },
    headers: cookie,
    setsCookie: true,
    errors: ['not_found', 'conflict', 'rate_limited'],
  }),
}

/** The first user of an installation. */
export const setup = {
  get: endpoint({
    name: 'setup-get',
    method: 'GET',
    path: '/v1/setup',
    summary: 'Check whether the first user must be created',
    description: 'If so, the server printed a link to `/setup?token=…` at its start.',
    scope: null,
    answers: { 200: z.strictObject({ needed: z.boolean() }) },
    errors: [],
  }),
  complete: endpoint({
    name: 'setup-complete',
    method: 'POST',
    path: '/v1/setup',
    summary: 'Create the first user, an owner, and log in',
    scope: null,
    body: z.strictObject({ token, email, name: personName, password: newPassword }).meta({
      id: 'Setup',
      examples: [{ token: 'of the link', email: 'ada@example.com', name: 'Ada', password: 'four words of my own' }],
    }),
    answers: { 201: identity },
    headers: cookie,
    errors: ['forbidden', 'rate_limited'],
    setsCookie: true,
  }),
}

/** Links that work once: `/setup?token=…`, and `/password?token=…` of an invitation or a forgotten password. */
export const links = {
  look: endpoint({
    name: 'links-look',
    method: 'POST',
    path: '/v1/links/look',
    summary: 'Check the purpose of a link without using it',
    scope: null,
    body: z.strictObject({ token }).meta({ id: 'LinkLook', examples: [{ token: 'of the link' }] }),
    answers: {
      200: z
        .strictObject({
          purpose: z.enum(['setup', 'invitation', 'reset']),
          email: z.string().nullable().meta({ description: 'null for the set-up link, which asks for it' }),
          name: z.string().nullable(),
          role,
          expires_at: time,
        })
        .meta({ id: 'Link' }),
    },
    errors: ['forbidden', 'rate_limited'],
    changesNothing: true,
  }),
  redeem: endpoint({
    name: 'links-redeem',
    method: 'POST',
    path: '/v1/links/redeem',
    summary: 'Set the password of an invited user, or reset it, and log in',
    description: 'All other sessions of the user end.',
    scope: null,
    body: z
      .strictObject({ token, name: personName.exactOptional(), password: newPassword })
      .meta({ id: 'LinkRedeem', examples: [{ token: 'of the link', password: 'four words of my own' }] }),
    answers: { 201: identity },
    headers: cookie,
    errors: ['forbidden', 'rate_limited'],
    setsCookie: true,
  }),
}
