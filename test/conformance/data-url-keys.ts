import type { UrlKey } from '@pictable/server/core/access/url-key.ts'
import type { SignedFile } from '@pictable/server/core/image/signed/signed-file.ts'
import { describe, expect, test } from 'vitest'
import { at, later, type Subject } from './data.ts'

/** Part of the data suite: keys that sign addresses of images, and what is kept of such images. */
export function describeUrlKeys(get: () => Subject): void {
  describe('url keys', () => {
    const addKey = async (change: Partial<UrlKey> = {}) => {
      const { data, id } = get()
      const key: UrlKey = {
        id: id('uk'),
        name: 'Blog',
        sealedSecret: 'v1.sealed',
        templateIds: null,
        allowPermanent: false,
        rendersPerMinute: 120,
        rendersPerDay: 10_000_000,
        createdAt: at,
        lastUsedAt: null,
        revokedAt: null,
        ...change,
      }
      await data.urlKeys.insert(key)
      return key
    }

    test('are kept and listed as they are, newest first', async () => {
      const { data } = get()
      const all = await addKey()
      const limited = await addKey({ templateIds: ['tpl_1', 'tpl_2'], allowPermanent: true, rendersPerMinute: 1 })
      expect(await data.urlKeys.get(all.id)).toEqual(all)
      expect(await data.urlKeys.get(limited.id)).toEqual(limited)
      expect(await data.urlKeys.get('uk_unknown')).toBeNull()
      expect((await data.urlKeys.list({ limit: 2 })).results).toEqual([limited, all])
    })

    test('are touched, and revoked once', async () => {
      const { data } = get()
      const [key, other] = [await addKey(), await addKey()]
      await data.urlKeys.touch(key.id, at)
      expect(await data.urlKeys.revoke(key.id, later)).toBe(true)
      expect(await data.urlKeys.revoke(key.id, at)).toBe(false)
      expect(await data.urlKeys.revoke('uk_unknown', at)).toBe(false)
      expect(await data.urlKeys.get(key.id)).toEqual({ ...key, lastUsedAt: at, revokedAt: later })
      expect(await data.urlKeys.get(other.id)).toEqual(other)
    })
  })

  describe('signed files', () => {
    const minute = (n: number) => new Date(at.getTime() + n * 60_000)
    const addFile = async (change: Partial<SignedFile> = {}) => {
      const { data, id } = get()
      const file: SignedFile = {
        fingerprint: id('print'),
        format: 'png',
        hash: 'd'.repeat(64),
        sizeBytes: 100,
        createdAt: at,
        goodUntil: minute(10),
        ...change,
      }
      await data.signedFiles.keep(file)
      return file
    }
    const empty = async () => {
      const { signedFiles } = get().data
      await signedFiles.forget(await signedFiles.old({ at, maxBytes: 0, limit: 1000 }))
    }

    test('are found by their fingerprint as long as they are good', async () => {
      const { signedFiles } = get().data
      const file = await addFile({ sizeBytes: 5_000_000_000 })
      expect(await signedFiles.find(file.fingerprint, minute(9))).toEqual(file)
      expect(await signedFiles.find(file.fingerprint, minute(10))).toBeNull()
      expect(await signedFiles.find('unknown', at)).toBeNull()
      const made = { hash: 'e'.repeat(64), sizeBytes: 1, createdAt: minute(2), goodUntil: minute(20) }
      const newer: SignedFile = { ...file, ...made, format: 'webp' }
      await signedFiles.keep(newer)
      expect(await signedFiles.find(file.fingerprint, minute(19))).toEqual(newer)
    })

    test('are old when they are no longer good, or newer ones need the room', async () => {
      await empty()
      const { signedFiles } = get().data
      const first = await addFile()
      const second = await addFile({ createdAt: minute(1), goodUntil: minute(5) })
      const third = await addFile({ createdAt: minute(2) })
      const old = (now: Date, maxBytes: number, limit = 10) => signedFiles.old({ at: now, maxBytes, limit })
      expect(await old(minute(4), 300)).toEqual([])
      expect(await old(minute(5), 300)).toEqual([second])
      expect(await old(minute(10), 300)).toEqual([first, second, third])
      expect(await old(at, 299)).toEqual([first])
      expect(await old(at, 100)).toEqual([first, second])
      expect(await old(at, 99)).toEqual([first, second, third])
      expect(await old(at, 0, 2)).toEqual([first, second])
      await signedFiles.forget([])
      await signedFiles.forget([first, second])
      expect(await old(minute(10), 0)).toEqual([third])
    })

    test('that were made anew meanwhile are not forgotten', async () => {
      const { signedFiles } = get().data
      const file = await addFile()
      const anew = await addFile({ fingerprint: file.fingerprint, createdAt: minute(3) })
      await signedFiles.forget([file])
      expect(await signedFiles.find(file.fingerprint, at)).toEqual(anew)
    })
  })
}
