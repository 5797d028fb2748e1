import type { LoginLink, Session } from '#core/access/user.ts'
import type { LoginLinkData, SessionData } from '#core/ports/data/people.ts'
import type { Executor } from '#database/database.ts'
import { rowOf, rowsOf } from '#database/statement.ts'
import { tellOfChange } from './changes.ts'
import { toUser } from './user-data.ts'

const insert = `
insert into sessions (id, user_id, hash, user_agent, address, created_at, last_seen_at, expires_at)
values ($1, $2, $3, $4, $5, $6, $7, $8)`

const touch = `
with used as (update sessions set last_seen_at = $2 where id = $1 returning user_id)
update users set last_seen_at = $2 where id in (select user_id from used)`

export function sessionData(executor: Executor): SessionData {
  return {
    async insert(one) {
      const { id, userId, hash, userAgent, address, createdAt, lastSeenAt, expiresAt } = one
      await rowsOf(executor, insert, [id, userId, hash, userAgent, address, createdAt, lastSeenAt, expiresAt])
    },
    async find(hash, { now, usedSince }) {
      const text = 'select * from sessions where hash = $1 and expires_at > $2 and last_seen_at > $3'
      const session = await rowOf<Session>(executor, text, [hash, now, usedSince])
      if (session === null) return null
      const user = await rowOf<object>(executor, 'select * from users where id = $1', [session.userId])
      return user && { session, user: toUser(user) }
    },
    async get(id) {
      return rowOf<Session>(executor, 'select * from sessions where id = $1', [id])
    },
    async listOf(userId, { now, usedSince }) {
      const text = `select * from sessions where user_id = $1 and expires_at > $2 and last_seen_at > $3 order by id desc`
      return rowsOf<Session>(executor, text, [userId, now, usedSince])
    },
    async touch(id, at) {
      await rowsOf(executor, touch, [id, at])
    },
    async delete(id, userId) {
      const text = `delete from sessions where id = $1 and user_id = $2 returning id, ${tellOfChange}`
      return (await rowOf(executor, text, [id, userId])) !== null
    },
    async deleteAllOf(userId) {
      await rowsOf(executor, `delete from sessions where user_id = $1 returning id, ${tellOfChange}`, [userId])
    },
    async deleteOver({ now, usedSince }) {
      await rowsOf(executor, 'delete from sessions where expires_at <= $1 or last_seen_at <= $2', [now, usedSince])
    },
  }
}

/** One statement for all of a user, so that two links cannot be taken at the same time. */
const take = `
delete from login_links where coalesce(user_id, '') in (select coalesce(user_id, '') from login_links where hash = $1)
returning *`

export function loginLinkData(executor: Executor): LoginLinkData {
  return {
    async insert({ hash, userId, expiresAt }) {
      const text = 'insert into login_links (hash, user_id, expires_at) values ($1, $2, $3)'
      await rowsOf(executor, text, [hash, userId, expiresAt])
    },
    async find(hash) {
      return rowOf<LoginLink>(executor, 'select * from login_links where hash = $1', [hash])
    },
    async take(hash) {
      return (await rowsOf<LoginLink>(executor, take, [hash])).find((one) => one.hash === hash) ?? null
    },
    async deleteAllOf(userId) {
      await rowsOf(executor, 'delete from login_links where user_id = $1', [userId])
    },
    async deleteExpired(at) {
      await rowsOf(executor, 'delete from login_links where expires_at <= $1', [at])
    },
  }
}
