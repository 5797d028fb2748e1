import type { AuditEntry } from '@pictable/server/core/access/audit-entry.ts'
import type { Session, User } from '@pictable/server/core/access/user.ts'
import { describe, expect, test } from 'vitest'
import { at, later, type Subject } from './data.ts'

/** Part of the data suite: users, their sessions and links, and what they did. */
export function describePeople(get: () => Subject): void {
  const addUser = async (change: Partial<User> = {}) => {
    const { data, id } = get()
    const userId = id('usr')
    const user: User = {
      id: userId,
      email: `Olga.${userId}@Example.com`,
      name: 'Olga',
      role: 'viewer',
      passwordHash: '$argon2id$',
      deactivatedAt: null,
      revision: 1,
      createdAt: at,
      lastSeenAt: null,
      ...change,
    }
    await data.users.insert(user)
    return user
  }

  const addSession = async (userId: string, change: Partial<Session> = {}) => {
    const { data, id } = get()
    const sessionId = id('ses')
    const session: Session = {
      id: sessionId,
      userId,
      hash: `hash of ${sessionId}`,
      userAgent: 'Testfox',
      address: '203.0.113.7',
      createdAt: at,
      lastSeenAt: at,
      expiresAt: later,
      ...change,
    }
    await data.sessions.insert(session)
    return session
  }

  const early = new Date(at.getTime() - 1)

  describe('users', () => {
    test('are found by their e-mail address, whatever its capitals, which is theirs alone', async () => {
      const { data } = get()
      const user = await addUser()
      expect(await data.users.findByEmail(user.email.toLowerCase())).toEqual(user)
      expect(await data.users.findByEmail('%')).toBeNull()
      await expect(addUser({ email: user.email.toUpperCase() })).rejects.toMatchObject({ code: 'conflict' })
    })

    test('who are owners cannot all go at once', async () => {
      const { data } = get()
      const owners = [await addUser({ role: 'owner' }), await addUser({ role: 'owner' })]
      await addUser({ role: 'owner', passwordHash: null })
      expect(await data.users.hasOwner()).toBe(true)
      const goUnlessLast = (id: string) =>
        data.transaction(async (inside) => {
          const others = (await inside.users.lockOwners()).filter((one) => one !== id)
          return others.length > 0 && inside.users.delete(id)
        })
      const gone = await Promise.all(owners.map(({ id }) => goUnlessLast(id)))
      expect(gone.sort()).toEqual([false, true])
    })
  })

  describe('sessions', () => {
    test('are found with their user until they are over', async () => {
      const { data } = get()
      const user = await addUser()
      const session = await addSession(user.id)
      const now = { now: at, usedSince: early }
      expect(await data.sessions.find(session.hash, now)).toEqual({ session, user })
      expect(await data.sessions.get(session.id)).toEqual(session)
      for (const over of [
        { now: later, usedSince: early },
        { now: at, usedSince: at },
      ]) {
        expect(await data.sessions.find(session.hash, over)).toBeNull()
        expect(await data.sessions.listOf(user.id, over)).toEqual([])
      }
      await data.sessions.touch(session.id, later)
      expect(await data.sessions.get(session.id)).toMatchObject({ lastSeenAt: later })
      expect(await data.users.get(user.id)).toMatchObject({ lastSeenAt: later, revision: 1 })
    })

    test('end one by one, all at once, with their user, and when they are over', async () => {
      const { data } = get()
      const [user, other] = [await addUser(), await addUser()]
      const [first, second] = [await addSession(user.id), await addSession(user.id)]
      const kept = await addSession(other.id)
      const now = { now: at, usedSince: early }
      expect(await data.sessions.listOf(user.id, now)).toEqual([second, first])
      expect(await data.sessions.delete(first.id, other.id)).toBe(false)
      expect(await data.sessions.delete(first.id, user.id)).toBe(true)
      await data.sessions.deleteAllOf(user.id)
      expect(await data.sessions.get(second.id)).toBeNull()
      await data.sessions.deleteOver(now)
      expect(await data.sessions.get(kept.id)).toEqual(kept)
      await data.sessions.deleteOver({ now: later, usedSince: early })
      expect(await data.sessions.get(kept.id)).toBeNull()
      const last = await addSession(other.id)
      await data.users.delete(other.id)
      expect(await data.sessions.get(last.id)).toBeNull()
    })
  })

  describe('login links', () => {
    test('are taken once, with all of the same user', async () => {
      const { data, id } = get()
      const [user, other] = [await addUser(), await addUser()]
      const add = async (userId: string | null) => {
        const link = { hash: id('hash'), userId, expiresAt: later }
        await data.loginLinks.insert(link)
        return link
      }
      const [first, second, foreign, setup] = [
        await add(user.id),
        await add(user.id),
        await add(other.id),
        await add(null),
      ]
      expect(await data.loginLinks.find(first.hash)).toEqual(first)
      const taken = await Promise.all([first, second].map(({ hash }) => data.loginLinks.take(hash)))
      expect(taken.filter((link) => link !== null)).toHaveLength(1)
      expect(await data.loginLinks.take(setup.hash)).toEqual(setup)
      expect(await data.loginLinks.take(setup.hash)).toBeNull()
      await data.loginLinks.deleteExpired(at)
      expect(await data.loginLinks.find(foreign.hash)).toEqual(foreign)
      await data.loginLinks.deleteAllOf(other.id)
      expect(await data.loginLinks.find(foreign.hash)).toBeNull()
    })
  })

  describe('the audit log', () => {
    test('lists by who and by what, newest first, and forgets', async () => {
      const { data, id } = get()
      const add = async (change: Partial<AuditEntry>) => {
        const facts = { operation: 'actions-update', resourceId: null, address: '::1', requestId: 'req_1' }
        const caller = { callerKind: 'user', callerId: 'usr_a', callerName: 'Ada' }
        const entry: AuditEntry = { id: id('aud'), at, ...caller, ...facts, ...change }
        await data.audit.insert(entry)
        return entry
      }
      const [first, second] = [await add({ resourceId: 'act_a' }), await add({ callerId: 'key_a' })]
      const third = await add({ resourceId: 'act_a' })
      const list = async (filter: { callerId?: string; resourceId?: string }) =>
        (await data.audit.list({ limit: 10, ...filter })).results
      expect(await list({})).toEqual([third, second, first])
      expect(await list({ resourceId: 'act_a' })).toEqual([third, first])
      expect(await list({ callerId: 'key_a' })).toEqual([second])
      await data.audit.deleteBefore(third.id)
      expect(await list({})).toEqual([third])
    })
  })
}
