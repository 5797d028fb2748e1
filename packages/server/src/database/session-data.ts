import type { LoginLink, Session } from '#core/access/user.ts'
import type { LoginLinkData, SessionData } from '#core/ports/data/people.ts'
import { tellOfChange } from './changes.ts'
import type { Executor } from './database.ts'
import { rowOf, rowsOf } from './statement.ts'
import { toUser, type UserRow } from './user-data.ts'

interface SessionRow {
  id: string
  user_id: string
  hash: string
  user_agent: string
  address: string
  created_at: Date
  last_seen_at: Date
  expires_at: Date
}

function toSession(row: SessionRow): Session {
  return {
    id: row.id,
    userId: row.user_id,
    hash: row.hash,
    userAgent: row.user_agent,
    address: row.address,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
  }
}

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
      const row = await rowOf<SessionRow>(executor, text, [hash, now, usedSince])
      if (row === null) return null
      const user = await rowOf<UserRow>(executor, 'select * from users where id = $1', [row.user_id])
      return user && { session: toSession(row), user: toUser(user) }
    },
    async get(id) {
      const row = await rowOf<SessionRow>(executor, 'select * from sessions where id = $1', [id])
      return row && toSession(row)
    },
    async listOf(userId, { now, usedSince }) {
      const text = `select * from sessions where user_id = $1 and expires_at > $2 and last_seen_at > $3 order by id desc`
      return (await rowsOf<SessionRow>(executor, text, [userId, now, usedSince])).map(toSession)
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

interface LinkRow {
  hash: string
  user_id: string | null
  expires_at: Date
}

const toLink = (row: LinkRow): LoginLink => ({ hash: row.hash, userId: row.user_id, expiresAt: row.expires_at })

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
      const row = await rowOf<LinkRow>(executor, 'select * from login_links where hash = $1', [hash])
      return row && toLink(row)
    },
    async take(hash) {
      const row = (await rowsOf<LinkRow>(executor, take, [hash])).find((one) => one.hash === hash)
      return row === undefined ? null : toLink(row)
    },
    async deleteAllOf(userId) {
      await rowsOf(executor, 'delete from login_links where user_id = $1', [userId])
    },
    async deleteExpired(at) {
      await rowsOf(executor, 'delete from login_links where expires_at <= $1', [at])
    },
  }
}
