import { userRoles } from '@pictable/model/access'
import { z } from 'zod'
import type { User } from '#core/access/user.ts'
import type { UserData } from '#core/ports/data/people.ts'
import type { Executor } from './database.ts'
import { editableResources } from './resources.ts'
import { rowOf, rowsOf } from './statement.ts'

export interface UserRow {
  id: string
  email: string
  name: string
  role: string
  password_hash: string | null
  deactivated_at: Date | null
  revision: number
  created_at: Date
  last_seen_at: Date | null
}

const owners = `select id from users where role = 'owner' and password_hash is not null and deactivated_at is null`

const userRole = z.enum(userRoles)

export function toUser(row: UserRow): User {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: userRole.parse(row.role),
    passwordHash: row.password_hash,
    deactivatedAt: row.deactivated_at,
    revision: row.revision,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
  }
}

export function userData(executor: Executor): UserData {
  return {
    ...editableResources<User, UserRow>(executor, {
      name: 'users',
      inUse: 'Resources still belong to this user',
      columns: {
        id: ({ id }) => id,
        email: ({ email }) => email,
        name: ({ name }) => name,
        role: ({ role }) => role,
        password_hash: ({ passwordHash }) => passwordHash,
        deactivated_at: ({ deactivatedAt }) => deactivatedAt,
        revision: ({ revision }) => revision,
        created_at: ({ createdAt }) => createdAt,
        last_seen_at: ({ lastSeenAt }) => lastSeenAt,
      },
      fromRow: toUser,
    }),
    async findByEmail(email) {
      const row = await rowOf<UserRow>(executor, 'select * from users where lower(email) = lower($1)', [email])
      return row && toUser(row)
    },
    async lock(id) {
      const row = await rowOf<UserRow>(executor, 'select * from users where id = $1 for update', [id])
      return row && toUser(row)
    },
    async hasOwner() {
      return (await rowOf(executor, `${owners} limit 1`, [])) !== null
    },
    async lockOwners() {
      return (await rowsOf<{ id: string }>(executor, `${owners} order by id for update`, [])).map(({ id }) => id)
    },
  }
}
