/** What an API key may do. Each scope includes those before it: `trigger` may read, `admin` may do everything. */
export const scopes = ['read', 'trigger', 'write', 'admin'] as const

export type Scope = (typeof scopes)[number]

/** Whether one of the held scopes is, or includes, the needed one. */
export function allows(held: readonly Scope[], needed: Scope): boolean {
  return held.some((scope) => scopes.indexOf(scope) >= scopes.indexOf(needed))
}

/** What a user may do. Each role includes those before it. */
export const userRoles = ['viewer', 'editor', 'owner'] as const

export type UserRole = (typeof userRoles)[number]

/** `invited` until a password is set, `deactivated` while the user cannot log in. */
export const userStates = ['invited', 'active', 'deactivated'] as const

export type UserState = (typeof userStates)[number]

/** How long a password may be, in characters. */
export const passwordLength = { min: 10, max: 200 } as const

/** Who calls the API; `operator` has PICTABLE_ADMIN_KEY. */
export const callerKinds = ['user', 'api_key', 'operator'] as const
