import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createUrlKey } from '#core/access/create-url-key.ts'
import { fixedClock } from '#core/fakes/clock.ts'
import { useTestData } from '#core/fakes/test-data.ts'
import { createTestWorld } from '#core/fakes/test-world.ts'
import { signatureOf, verifyTarget } from './verify-target.ts'

const opened = useTestData()
const draft = { name: 'Blog', templateIds: null, allowPermanent: true, rendersPerMinute: 10, rendersPerDay: 100 }

/** A world with a key, and what it signs. */
async function start() {
  const clock = fixedClock()
  const world = createTestWorld({ data: opened.data, clock })
  const { key, secret } = await createUrlKey(world, draft)
  const sign = (signed: string, by = secret) =>
    `${signed}&sig=${createHmac('sha256', by).update(signed).digest('base64url')}`
  const verify = (target: string) => verifyTarget(world, target)
  return { clock, world, key, secret, sign, verify }
}

const refused = (code: string) => expect.objectContaining({ code })

describe('verifyTarget()', () => {
  test('reads what a key has signed', async () => {
    const { key, sign, verify } = await start()
    const target = sign(`/i/tpl_1.png?title=Caf%C3%A9+au+lait&empty=&a=b%3Dc=d&kid=${key.id}`)
    expect(await verify(target)).toMatchObject({
      key: { id: key.id },
      templateId: 'tpl_1',
      extension: 'png',
      pairs: [
        ['title', 'Café au lait'],
        ['empty', ''],
        ['a', 'b=c=d'],
      ],
    })
    expect(await verify(sign(`/i/tpl_1.png?kid=${key.id}`))).toMatchObject({ pairs: [] })
    expect(await verify(sign(`/i/tpl_1.png?=a&b=&kid=${key.id}`))).toMatchObject({
      pairs: [
        ['', 'a'],
        ['b', ''],
      ],
    })
  })

  test('refuses whatever was changed', async () => {
    const { key, sign, verify } = await start()
    const target = sign(`/i/tpl_1.png?title=a&kid=${key.id}`)
    for (let at = 0; at < target.length; at++) {
      const other = target[at] === 'x' ? 'y' : 'x'
      const changed = target.slice(0, at) + other + target.slice(at + 1)
      await expect(verify(changed), changed).rejects.toEqual(refused('signature_invalid'))
    }
    for (const changed of [
      `${target}x`,
      ` ${target}`,
      `${target}\n`,
      target.slice(0, -1),
      target.replace('&sig', '&&sig'),
    ])
      await expect(verify(changed), changed).rejects.toEqual(refused('signature_invalid'))
  })

  test.each([
    ['another path', '/j/tpl_1.png?kid=KEY'],
    ['no extension', '/i/tpl_1?kid=KEY'],
    ['an extension that is too long', '/i/tpl_1.jpegxx?kid=KEY'],
    ['a template that is none', '/i/tpl.1.png?kid=KEY'],
    ['something behind the key', '/i/tpl_1.png?kid=KEY&title=a'],
    ['a space', '/i/tpl_1.png?title=a b&kid=KEY'],
    ['a letter beyond ASCII', '/i/tpl_1.png?title=é&kid=KEY'],
  ])('refuses %s, however well it is signed', async (_, form) => {
    const { key, sign, verify } = await start()
    await expect(verify(sign(form.replace('KEY', key.id)))).rejects.toEqual(refused('signature_invalid'))
  })

  test('refuses what is longer than 8,192 characters', async () => {
    const { key, sign, verify } = await start()
    const fixed = sign(`/i/tpl_1.png?a=&kid=${key.id}`).length
    const long = (length: number) => sign(`/i/tpl_1.png?a=${'x'.repeat(length - fixed)}&kid=${key.id}`)
    expect(await verify(long(8192))).toMatchObject({ templateId: 'tpl_1' })
    await expect(verify(long(8193))).rejects.toEqual(refused('signature_invalid'))
  })

  test('refuses keys that are not there, were revoked, or belong to others', async () => {
    const { clock, world, key, sign, verify } = await start()
    const other = await start()
    const signed = `/i/tpl_1.png?kid=${key.id}`
    await expect(verify(other.sign(signed))).rejects.toEqual(refused('signature_invalid'))
    for (const secret of ['uksec_', 'x']) {
      const forged = sign('/i/tpl_1.png?kid=uk_none', secret)
      await expect(verify(forged)).rejects.toEqual(refused('signature_invalid'))
    }
    await world.data.urlKeys.revoke(key.id, clock.now())
    await expect(verify(sign(signed))).rejects.toEqual(refused('signature_invalid'))
  })

  test.each(['title', 'a=b&title', 'a=%ff', 'a=%', '%C3=a', '&a=b'])(
    'refuses the values %s, once the signature is known to be good',
    async (query) => {
      const { key, sign, verify } = await start()
      const target = sign(`/i/tpl_1.png?${query}&kid=${key.id}`)
      await expect(verify(target)).rejects.toEqual(refused('invalid_request'))
      await expect(verify(`${target.slice(0, -2)}xx`)).rejects.toEqual(refused('signature_invalid'))
    },
  )

  test('notes once a minute that a key was used', async () => {
    const { clock, world, key, sign, verify } = await start()
    const target = sign(`/i/tpl_1.png?kid=${key.id}`)
    const lastUsed = async () => (await world.data.urlKeys.get(key.id))?.lastUsedAt
    const first = clock.now()
    await verify(target)
    expect(await lastUsed()).toEqual(first)
    clock.advance(60_000)
    await verify(target)
    expect(await lastUsed()).toEqual(first)
    clock.advance(1)
    await verify(target)
    expect(await lastUsed()).toEqual(clock.now())
  })
})

test('signatureOf() is HMAC-SHA256 in base64url', async () => {
  const wanted = createHmac('sha256', 'uksec_secret').update('/i/tpl_1.png?kid=uk_1').digest('base64url')
  expect(await signatureOf('uksec_secret', '/i/tpl_1.png?kid=uk_1')).toBe(wanted)
})
