import { passwordLength, userRoles, userStates } from '@pictable/model/access'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idParams, listOf, pageQuery, time } from './primitives.ts'

export const role = z.enum(userRoles).meta({
  description: '`viewer` can read, `editor` can also change and trigger, `owner` can do everything',
})

/** A trailing or leading space is a slip; capitals make no other address. */
export const email = z
  .string()
  .trim()
  .max(200)
  .regex(/^[^\s@<>"]+@[^\s@<>"]+$/, 'must be an email address')
  .meta({ examples: ['ada@example.com'] })

export const personName = z.string().trim().min(1).max(200)

export const newPassword = z
  .string()
  .min(passwordLength.min, `must have at least ${passwordLength.min} characters`)
  .max(passwordLength.max, `must have at most ${passwordLength.max} characters`)

const facts = {
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role,
  state: z
    .enum(userStates)
    .meta({ description: '`invited` until a password is set, `deactivated` while the user cannot log in' }),
  revision: z.int(),
  created_at: time,
  last_seen_at: time.nullable().meta({ description: 'To the minute' }),
}

const user = z.strictObject(facts).meta({ id: 'User' })

const link = {
  link: z.url().meta({ description: 'Link to a page that sets a password. Works once, and is shown only once' }),
  link_expires_at: time,
}

export const users = {
  list: endpoint({
    name: 'users-list',
    method: 'GET',
    path: '/v1/users',
    summary: 'List users, newest first',
    scope: 'admin',
    query: z.strictObject(pageQuery),
    answers: { 200: listOf(user) },
    errors: [],
  }),
  create: endpoint({
    name: 'users-create',
    method: 'POST',
    path: '/v1/users',
    summary: 'Invite a member',
    description: 'Send the link yourself: Pictable sends email only as notifications.',
    scope: 'admin',
    body: z
      .strictObject({ email, name: personName, role })
      .meta({ id: 'UserCreate', examples: [{ email: 'ada@example.com', name: 'Ada', role: 'editor' }] }),
    answers: { 201: z.strictObject({ ...facts, ...link }).meta({ id: 'UserWithLink' }) },
    headers: { Location: 'The new user' },
    errors: ['conflict'],
  }),
  get: endpoint({
    name: 'users-get',
    method: 'GET',
    path: '/v1/users/:id',
    summary: 'Retrieve a user',
    scope: 'admin',
    params: idParams,
    answers: { 200: user },
    errors: ['not_found'],
  }),
  update: endpoint({
    name: 'users-update',
    method: 'PATCH',
    path: '/v1/users/:id',
    summary: 'Update a user',
    description: 'The last owner must remain an active owner.',
    scope: 'admin',
    params: idParams,
    body: z
      .strictObject({
        email: email.exactOptional(),
        name: personName.exactOptional(),
        role: role.exactOptional(),
        active: z.boolean().exactOptional().meta({
          description:
            '`false` immediately ends all sessions and links of the user; `true` allows them to log in again',
        }),
      })
      .meta({ id: 'UserUpdate', examples: [{ role: 'viewer' }] }),
    answers: { 200: user },
    errors: ['not_found', 'conflict'],
    ifMatch: true,
  }),
  delete: endpoint({
    name: 'users-delete',
    method: 'DELETE',
    path: '/v1/users/:id',
    summary: 'Delete a user and end all sessions',
    description: 'The last owner cannot be deleted.',
    scope: 'admin',
    params: idParams,
    answers: { 204: null },
    errors: ['not_found', 'conflict'],
  }),
  link: endpoint({
    name: 'users-link',
    method: 'POST',
    path: '/v1/users/:id/link',
    summary: 'Create a new link to set the password of a user',
    description: 'For a lost invitation or a forgotten password. Earlier links stop working.',
    scope: 'admin',
    params: idParams,
    answers: { 201: z.strictObject({ ...facts, ...link }).meta({ id: 'UserWithLink' }) },
    errors: ['not_found', 'conflict'],
  }),
}
