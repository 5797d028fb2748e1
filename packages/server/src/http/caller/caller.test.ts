import { endpoints } from '@pictable/client'
import { allows, callerKinds, type Scope, scopes, userRoles, userStates } from '@pictable/model/access'
import { describe, expect, test } from 'vitest'
import type { ApiKey } from '#core/access/api-key.ts'
import { roleFor, type Session, scopesOf, stateOf, type User } from '#core/access/user.ts'
import {
  nobody as anonymous,
  type Caller,
  callerOfKey,
  callerOfLogin,
  operator,
  requireAction,
  requireAsSaved,
  requireLogin,
  requireScope,
} from './caller.ts'

const at = new Date('2026-01-01T00:00:00Z')

const key = (held: readonly Scope[], actionIds: readonly string[] | null = null): ApiKey => ({
  id: 'key_1',
  name: 'Zapier',
  lookup: 'lookup',
  hash: 'hash',
  scopes: held,
  actionIds,
  createdAt: at,
  lastUsedAt: null,
  revokedAt: null,
})

const user = (parts: Partial<User> = {}): User => ({
  id: 'usr_1',
  email: 'ada@example.com',
  name: 'Ada',
  role: 'editor',
  passwordHash: 'hash',
  deactivatedAt: null,
  revision: 1,
  createdAt: at,
  lastSeenAt: null,
  ...parts,
})

const session: Session = {
  id: 'ses_1',
  userId: 'usr_1',
  hash: 'hash',
  userAgent: '',
  address: '',
  createdAt: at,
  lastSeenAt: at,
  expiresAt: at,
}

/** An endpoint of the contract with this scope, and whether it holds limited keys. */
function endpointOf(scope: Scope | null, isForLimited: boolean) {
  const found = endpoints.find((entry) => entry.scope === scope && (entry.limitedKeys !== undefined) === isForLimited)
  if (found === undefined) throw new Error(`no endpoint needs ${scope}`)
  return found
}

const codeOf = (act: () => void): string | null => {
  try {
    act()
    return null
  } catch (error) {
    return error instanceof Error && 'code' in error ? `${error.code}: ${error.message}` : String(error)
  }
}

describe('allows()', () => {
  const places: Readonly<Record<Scope, number>> = { read: 0, trigger: 1, write: 2, admin: 3 }
  test.each(scopes.flatMap((held) => scopes.map((needed) => ({ held, needed }))))(
    'a key with $held for what needs $needed',
    ({ held, needed }) => {
      expect(allows([held], needed)).toBe(places[held] >= places[needed])
      expect(allows([], needed)).toBe(false)
      expect(allows(['read', held], needed)).toBe(places[held] >= places[needed])
    },
  )
  test('knows four scopes, the least first', () => expect(scopes).toEqual(['read', 'trigger', 'write', 'admin']))
})

describe('roles', () => {
  test('have the scopes that were agreed on', () => {
    expect(userRoles.map((role) => [role, ...scopesOf(role)])).toEqual([
      ['viewer', 'read'],
      ['editor', 'write'],
      ['owner', 'admin'],
    ])
    expect(scopes.map(roleFor)).toEqual(['viewer', 'editor', 'editor', 'owner'])
  })
  test('stateOf() tells whether a user can log in', () => {
    expect(stateOf(user())).toBe('active')
    expect(stateOf(user({ passwordHash: null }))).toBe('invited')
    expect(stateOf(user({ deactivatedAt: at }))).toBe('deactivated')
    expect(stateOf(user({ deactivatedAt: at, passwordHash: null }))).toBe('deactivated')
    const states = [user({ passwordHash: null }), user(), user({ deactivatedAt: at })].map(stateOf)
    expect(userStates).toEqual(states)
  })
})

test('callers are who they are', () => {
  expect(callerOfKey(key(['write'], ['act_1']))).toEqual({
    kind: 'api_key',
    id: 'key_1',
    name: 'Zapier',
    scopes: ['write'],
    actionIds: ['act_1'],
    credentialId: 'key_1',
    login: null,
  })
  const login = { user: user(), session }
  expect(callerOfLogin(login)).toEqual({
    kind: 'user',
    id: 'usr_1',
    name: 'Ada',
    scopes: ['write'],
    actionIds: null,
    credentialId: 'ses_1',
    login,
  })
  expect(operator).toMatchObject({ kind: 'operator', id: 'operator', name: 'PICTABLE_ADMIN_KEY', scopes: ['admin'] })
  const named = [callerOfLogin(login), callerOfKey(key(['read'])), operator]
  expect(callerKinds).toEqual(named.map(({ kind }) => kind))
  expect(anonymous).toMatchObject({ kind: 'nobody', id: 'nobody', name: 'Nobody', scopes: [], actionIds: null })
})

describe('requireScope()', () => {
  const check = (caller: Caller, needed: Scope | null, isForLimited = true) =>
    codeOf(() => requireScope(caller, endpointOf(needed, isForLimited)))

  test('lets a key do what its scope includes', () => {
    for (const held of scopes)
      for (const needed of ['read', 'trigger'] as const) {
        const code = check(callerOfKey(key([held])), needed)
        if (allows([held], needed)) expect(code).toBeNull()
        else expect(code).toBe(`forbidden: This needs an API key with the scope "${needed}"; yours has "${held}".`)
      }
    expect(check(callerOfKey(key(['read', 'trigger'])), 'admin', false)).toMatch(/yours has "read", "trigger"/)
    expect(check(anonymous, null, false)).toBeNull()
    expect(check(anonymous, 'read')).toMatch(/^forbidden/)
  })

  test('tells a user of the role', () => {
    const viewer = callerOfLogin({ user: user({ role: 'viewer' }), session })
    expect(check(viewer, 'read')).toBeNull()
    expect(check(viewer, 'trigger')).toBe(
      'forbidden: This needs the role "editor"; yours is "viewer". An owner can change it.',
    )
  })

  test('keeps a limited key from what cannot hold it to its actions', () => {
    const limited = callerOfKey(key(['admin'], ['act_1']))
    expect(check(limited, 'read', true)).toBeNull()
    expect(check(limited, 'read', false)).toMatch(/^forbidden: .*has no access to this resource/)
    expect(check(callerOfKey(key(['admin'])), 'read', false)).toBeNull()
  })
})

test('requireAction() holds a limited key to its actions', () => {
  const limited = callerOfKey(key(['read'], ['act_1', 'act_2']))
  expect(codeOf(() => requireAction(limited, 'act_2'))).toBeNull()
  expect(codeOf(() => requireAction(limited, 'act_3'))).toMatch(/^forbidden/)
  expect(codeOf(() => requireAction(limited, null))).toMatch(/^forbidden/)
  expect(codeOf(() => requireAction(callerOfKey(key(['read'], [])), 'act_1'))).toMatch(/^forbidden/)
  expect(codeOf(() => requireAction(callerOfKey(key(['read'])), 'act_3'))).toBeNull()
  expect(codeOf(() => requireAction(callerOfKey(key(['read'])), null))).toBeNull()
})

test('requireAsSaved() lets a limited key see its actions as they are saved', () => {
  const limited = callerOfKey(key(['read'], ['act_1']))
  expect(codeOf(() => requireAsSaved(limited, {}))).toBeNull()
  expect(codeOf(() => requireAsSaved(limited, { table: 'Secrets' }))).toMatch(/^forbidden/)
  expect(codeOf(() => requireAsSaved(operator, { table: 'Secrets' }))).toBeNull()
})

test('requireLogin() is for users', () => {
  const login = { user: user(), session }
  expect(requireLogin(callerOfLogin(login))).toBe(login)
  expect(codeOf(() => requireLogin(operator))).toMatch(/^conflict/)
})
