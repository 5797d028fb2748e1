import { describe, expect, test } from 'vitest'
import type { UrlKey } from '#core/access/url-key.ts'
import { AppError } from '#core/errors.ts'
import { fixedClock } from '#core/fakes/clock.ts'
import { createFreeRenderer } from '#core/fakes/free-renderer.ts'
import { createMemoryStorage } from '#core/fakes/memory-storage.ts'
import { useTestData } from '#core/fakes/test-data.ts'
import { createTestWorld } from '#core/fakes/test-world.ts'
import type { RenderJob } from '#core/ports/renderer.ts'
import { RecordError } from '#core/run/record-error.ts'
import { createRenderSigned } from './render-signed.ts'
import type { SignedRequest } from './request-of.ts'

const opened = useTestData()

let count = 0

/** A world of its own with a key of its own, whose pictures cannot be had while `isDown`. */
function start({ rendersPerMinute = 100, rendersPerDay = 1000 } = {}) {
  const clock = fixedClock()
  const host = { isDown: false }
  const fetchPicture = async () => {
    if (host.isDown) throw new RecordError('image_status', 'the host answered 503')
    return new Uint8Array(1)
  }
  /** As the renderer does with a layer that may be missing. */
  const before = async ({ load }: RenderJob) => {
    await load?.('https://shop.example/a.png', AbortSignal.timeout(60_000), fetchPicture).catch(() => {})
  }
  const renderer = createFreeRenderer({ before })
  const storage = createMemoryStorage()
  const world = createTestWorld({ data: opened.data, clock, renderer, storage })
  const keyNamed = (id: string): UrlKey => ({
    id,
    name: 'Blog',
    sealedSecret: '',
    templateIds: null,
    allowPermanent: true,
    rendersPerMinute,
    rendersPerDay,
    createdAt: clock.now(),
    lastUsedAt: null,
    revokedAt: null,
  })
  count += 1
  const templateId = `tpl_${count}`
  const request = (title: string): SignedRequest => ({
    version: {
      templateId,
      version: 1,
      author: null,
      note: null,
      publishedAt: clock.now(),
      createdAt: clock.now(),
      design: { schema: 1, name: '', width: 8, height: 8, background: '#fff', layers: [] },
    },
    isPinned: true,
    values: { title },
    format: 'png',
    output: { formats: ['png'] },
    expiresAt: null,
  })
  const key = keyNamed(`uk_${count}`)
  const render = createRenderSigned()
  const ask = (title: string, by = key) => render(world, by, request(title))
  return { ask, clock, host, renderer, storage, key, otherKey: keyNamed(`uk_${count}_other`) }
}

describe('createRenderSigned()', () => {
  test('renders an image without its picture again after five minutes, a whole one after a week', async () => {
    const { ask, clock, host, renderer } = start()
    host.isDown = true
    const { file } = await ask('a')
    expect(file.goodUntil.getTime() - clock.now().getTime()).toBe(5 * 60_000)
    host.isDown = false
    clock.advance(4 * 60_000)
    await ask('a')
    expect(renderer.jobs).toHaveLength(1)
    clock.advance(60_000)
    const whole = await ask('a')
    expect(renderer.jobs).toHaveLength(2)
    expect(whole.file.goodUntil.getTime() - clock.now().getTime()).toBe(7 * 24 * 3_600_000)
    clock.advance(6 * 24 * 3_600_000)
    await ask('a')
    expect(renderer.jobs).toHaveLength(2)
  })

  test('keeps what it made for other processes, and for other keys', async () => {
    const { ask, otherKey, renderer, storage } = start()
    const [one, other] = [await ask('a'), await ask('a', otherKey)]
    expect(Buffer.from(other.bytes).equals(Buffer.from(one.bytes))).toBe(true)
    expect(renderer.jobs).toHaveLength(1)
    expect([...storage.files.keys()]).toEqual([`signed/${one.file.hash}.png`])
  })

  test('refuses a key that is at its cap, not those who ask for the same by another one', async () => {
    const { ask, otherKey } = start({ rendersPerMinute: 1 })
    await ask('a')
    const outcomes = await Promise.allSettled([ask('b'), ask('b'), ask('b', otherKey)])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
    const refusal = await ask('c').catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(AppError)
    expect(refusal).toMatchObject({ code: 'rate_limited', retryAfterMs: 60_000 })
    await expect(ask('b')).resolves.toBeDefined()
  })

  test('counts by the day of UTC, and what is refused costs nothing of the other cap', async () => {
    const { ask, clock, renderer } = start({ rendersPerMinute: 2, rendersPerDay: 4 })
    const minuteMs = 60_000
    clock.advance(24 * 60 * minuteMs - (clock.now().getTime() % (24 * 60 * minuteMs)))
    let asked = 0
    const askOften = async () => {
      const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => ask(String(asked++))))
      return outcomes.filter(({ status }) => status === 'fulfilled').length
    }
    expect(await askOften()).toBe(2)
    clock.advance(minuteMs)
    expect(await askOften()).toBe(2)
    clock.advance(minuteMs)
    const refusal = await ask('of the day').catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: 'rate_limited', retryAfterMs: (24 * 60 - 2) * minuteMs })
    clock.advance((24 * 60 - 2) * minuteMs - 1000)
    expect(await askOften()).toBe(0)
    clock.advance(1000)
    expect(await askOften()).toBe(2)
    expect(renderer.jobs).toHaveLength(6)
  })
})
