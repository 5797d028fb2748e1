import { userRoles } from '@pictable/model/access'
import { z } from 'zod'
import type { User } from '#core/access/user.ts'
import type { UserData } from '#core/ports/data/people.ts'
import { checked, mapperOf, plain } from '#database/columns.ts'
import type { Executor } from '#database/database.ts'
import { type EditableTable, editableResources } from '#database/resources.ts'
import { rowOf, rowsOf } from '#database/statement.ts'

const owners = `select id from users where role = 'owner' and password_hash is not null and deactivated_at is null`

const users: EditableTable<User> = {
  name: 'users',
  inUse: 'Resources still belong to this user',
  ...mapperOf<User>({
    id: plain,
    email: plain,
    name: plain,
    role: checked(z.enum(userRoles)),
    passwordHash: plain,
    deactivatedAt: plain,
    revision: plain,
    createdAt: plain,
    lastSeenAt: plain,
  }),
}

export const toUser = users.fromRow

export function userData(executor: Executor): UserData {
  return {
    ...editableResources(executor, users),
    async findByEmail(email) {
      const row = await rowOf<object>(executor, 'select * from users where lower(email) = lower($1)', [email])
      return row && toUser(row)
    },
    async lock(id) {
      const row = await rowOf<object>(executor, 'select * from users where id = $1 for update', [id])
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
