import { expect, test } from 'vitest'
import { createPasswords } from './passwords.ts'

const passwords = createPasswords()

test('createPasswords() knows a password again, however its letters are composed, and no other', async () => {
  const hash = await passwords.hash('Grüße aus dem Süden')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=65536,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(await passwords.matches('Grüße aus dem Süden'.normalize('NFD'), hash)).toBe(true)
  const quick = createPasswords({ memoryKib: 1024 })
  expect(await quick.matches('Grüße aus dem süden', await quick.hash('Grüße aus dem Süden'))).toBe(false)
  expect(await quick.matches('Grüße aus dem Süden', null)).toBe(false)
})

test('createPasswords() refuses those who come behind a long line', async () => {
  const line = createPasswords({ mostWaiting: 1, memoryKib: 1024 })
  const crowd = await Promise.allSettled(Array.from({ length: 4 }, () => line.matches('x', null)))
  expect(crowd.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected'])
  expect(crowd[3]).toMatchObject({ reason: { code: 'unavailable', retryAfterMs: 5000 } })
  expect(await line.matches('x', null)).toBe(false)
})
