import type { RequestListener } from 'node:http'
import { signImageUrl } from '@pictable/client'
import { createNames, startDnsServer } from '@pictable/server/net/loopback.test-kit.ts'
import { badAddresses, badHosts, badUrls, goodNames, goodUrls } from '@pictable/server/net/policy/attacks.test-kit.ts'
import { createResolve } from '@pictable/server/net/resolve.ts'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type GuardedApp, startGuardedApp } from '#test/scenarios/guarded-app.ts'
import { deliveryShape } from '#test/scenarios/webhook-kit.ts'
import { until } from '#test/until.ts'

const withId = z.looseObject({ id: z.string() })
const problemShape = z.looseObject({
  status: z.int(),
  code: z.string(),
  detail: z.string(),
  errors: z.array(z.looseObject({ pointer: z.string(), detail: z.string() })),
})
const webhookList = z.looseObject({ results: z.array(z.looseObject({ id: z.string(), url: z.string() })) })
const deliveryList = z.looseObject({ results: z.array(deliveryShape) })

const goodHost = 'hooks.example.com'
const goodDial = '104.18.0.1'
/** Names whose addresses only a resolver tells: one bad address each, alone or between good ones. */
const evilNames = Object.fromEntries(
  badAddresses.flatMap((address, index) => [
    [`evil${index}.example.com`, [address]],
    [`mixed${index}.example.com`, ['8.8.8.8', address, '1.1.1.1']],
  ]),
)
const attacks = [
  ...badHosts.map((host) => `https://${host}/`),
  ...badHosts.slice(0, 20).map((host) => `http://${host}:8080/latest/meta-data/`),
  // What holds U+0000 is refused before it is read as a URL: see the last test.
  ...badUrls.filter((url) => !url.includes('\0')),
]

const names = createNames({ ...goodNames, ...evilNames })
let resolve = names.resolve
let app: GuardedApp
let templateId: string
/** Whose picture has an address that is written with a value. */
let writtenId: string

beforeAll(async () => {
  const picture = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const serve: RequestListener = (request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://outside')
    const location = searchParams.get('to')
    const status = Number(searchParams.get('status') ?? 200)
    // Kept connections would need no dial.
    response.writeHead(status, { connection: 'close', ...(location === null ? {} : { location }) }).end(picture)
  }
  app = await startGuardedApp((host) => resolve(host), serve)
  const layers = [
    { type: 'image', name: 'Picture', width: 8, height: 8, src: { bind: 'Photo' }, onMissing: 'fail' },
    { type: 'text', name: 'Label', width: 8, height: 8, fontSize: 4, text: { bind: 'Name', fallback: '' } },
  ]
  const design = { schema: 1, width: 8, height: 8, layers }
  const answer = await app.request('POST', '/v1/templates', { name: 'Card', design, publish: true })
  templateId = withId.parse(answer.json).id
  const written = { ...design, layers: [{ ...layers[0], src: '{{Photo}}' }, layers[1]] }
  const other = await app.request('POST', '/v1/templates', { name: 'Written', design: written, publish: true })
  writtenId = withId.parse(other.json).id
})
afterAll(() => app.close())
afterEach(() => {
  resolve = names.resolve
  names.asked.length = 0
  app.dialled.length = 0
})

const saveWebhook = (url: string) => app.request('POST', '/v1/webhooks', { name: 'Ours', url })
const renderPicture = (Photo: string, template = templateId) =>
  app.request('POST', '/v1/images', { template_id: template, values: { Photo, Name: 'x' } })

const loadForPage = (src: string) => app.request('POST', '/v1/template-files', { src })

/** `work` for each, a few at a time. */
async function forEachOf<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = [...items]
  const take = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item)
  }
  await Promise.all([take(), take(), take(), take()])
}

/** What a refusal must say: the host that the URL names, in the spelling of URLs (beside how it was typed), or why there is none. */
function mustSay(url: string): string {
  const parsed = url.length > 8192 ? null : URL.parse(url)
  const isWeb = parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.href.length <= 8192
  return isWeb ? parsed.hostname.replace(/^\[|\]$/g, '').slice(0, 253) : ''
}

type Answer = Awaited<ReturnType<GuardedApp['request']>>

/** What is wrong with a refusal; undefined when it is as it should be. */
function flawOf(url: string, { status, json }: Answer, wantedStatus: number): string | undefined {
  const problem = problemShape.safeParse(json).data
  if (status !== wantedStatus || problem === undefined) return `${url}: ${status} ${JSON.stringify(json)}`
  const said = [problem.detail, ...problem.errors.map(({ detail }) => detail)].join(' ')
  return said.toLowerCase().includes(mustSay(url)) ? undefined : `${url}: ${said}`
}

const firstAttempt = (webhookId: string) =>
  until(`something is sent to ${webhookId}`, async () => {
    const { json, text } = await app.request('GET', `/v1/webhooks/${webhookId}/deliveries`)
    const [delivery] = deliveryList.parse(json).results
    return delivery !== undefined && delivery.attempts > 0 && { delivery, text }
  })

/** Saves a webhook with the URL and sends a test event. @returns what came of the first attempt */
async function sendTo(url: string) {
  const saved = await saveWebhook(url)
  if (saved.status !== 201) throw new Error(`${url}: ${saved.text}`)
  const { id } = withId.parse(saved.json)
  const tested = await app.request('POST', `/v1/webhooks/${id}/test`)
  expect(tested.status).toBe(202)
  const sent = await firstAttempt(id)
  await app.request('DELETE', `/v1/webhooks/${id}`)
  return sent
}

describe('a webhook', () => {
  test(`is not saved with any of ${attacks.length} bad URLs, nor named for an image`, async () => {
    const flaws: (string | undefined)[] = []
    await forEachOf(attacks, async (url) => {
      flaws.push(flawOf(url, await saveWebhook(url), 400))
      const body = { template_id: templateId, values: { Name: 'x' }, webhook_url: url }
      flaws.push(flawOf(url, await app.request('POST', '/v1/images', body), 400))
    })
    expect(flaws).toHaveLength(2 * attacks.length)
    expect(flaws.filter((flaw) => flaw !== undefined)).toEqual([])
    expect(attacks.length).toBeGreaterThan(250)
    expect({ dialled: app.dialled, asked: names.asked }).toEqual({ dialled: [], asked: [] })
    expect(webhookList.parse((await app.request('GET', '/v1/webhooks')).json).results).toEqual([])
  })

  test('is not changed to a bad URL', async () => {
    const { id } = withId.parse((await saveWebhook(`https://${goodHost}/`)).json)
    const flaws: (string | undefined)[] = []
    await forEachOf(
      attacks,
      async (url) => void flaws.push(flawOf(url, await app.request('PATCH', `/v1/webhooks/${id}`, { url }), 400)),
    )
    expect(flaws.filter((flaw) => flaw !== undefined)).toEqual([])
    expect((await app.request('GET', `/v1/webhooks/${id}`)).json).toMatchObject({ url: `https://${goodHost}/` })
    await app.request('DELETE', `/v1/webhooks/${id}`)
  })

  test(`is not sent to any of ${Object.keys(evilNames).length} names with a bad address`, async () => {
    const flaws: string[] = []
    await forEachOf(Object.entries(evilNames), async ([host, addresses]) => {
      const { delivery, text } = await sendTo(`https://${host}/hook?token=secret`)
      const { code, message = '' } = delivery.error ?? {}
      const isRefused = code === 'blocked_address' && message.includes(`"${host}"`) && delivery.last_status === null
      if (!isRefused || addresses.some((address) => text.includes(address))) flaws.push(`${host}: ${text}`)
    })
    expect(flaws).toEqual([])
    expect(app.dialled).toEqual([])
  })

  test.each([301, 302, 303, 307, 308])('never follows a %i', async (status) => {
    const { delivery } = await sendTo(`https://${goodHost}/?status=${status}&to=http://127.0.0.1/`)
    expect(delivery).toMatchObject({ last_status: status, error: { code: 'status' } })
    expect(app.dialled).toEqual([`${goodDial} 443`])
  })

  test('is not sent where a name leads the second time', async () => {
    const dns = await startDnsServer((_name, earlier) => (earlier === 0 ? ['8.8.8.8'] : ['127.0.0.1']))
    resolve = createResolve([dns.address])
    expect((await sendTo('http://rebind.example.com/')).delivery.state).toBe('delivered')
    expect(dns.asked.toSorted()).toEqual(['rebind.example.com 1', 'rebind.example.com 28'])
    const { delivery, text } = await sendTo('http://rebind.example.com/')
    expect(delivery.error).toMatchObject({ code: 'blocked_address', message: expect.stringContaining('"rebind.') })
    expect(text).not.toContain('127.0.0.1')
    expect(app.dialled).toEqual(['8.8.8.8 80'])
  })

  test.each(goodUrls)('is sent to %s', async (url, wanted) => {
    expect((await sendTo(url)).delivery).toMatchObject({ state: 'delivered', last_status: 200, error: null })
    expect(app.dialled).toEqual(wanted)
  })
})

describe('a picture', () => {
  test.each(['bound', 'written'])(`is not fetched from any of ${attacks.length} bad URLs that are %s`, async (how) => {
    const flaws: (string | undefined)[] = []
    await forEachOf(attacks, async (url) => {
      const answer = await renderPicture(url, how === 'written' ? writtenId : templateId)
      // What does not begin like a URL of the web is shown as it is.
      const isAddress = /^https?:\/\//i.test(url)
      flaws.push(flawOf(isAddress ? url : '', answer, 422))
    })
    expect(flaws).toHaveLength(attacks.length)
    expect(flaws.filter((flaw) => flaw !== undefined)).toEqual([])
    expect({ dialled: app.dialled, asked: names.asked }).toEqual({ dialled: [], asked: [] })
  })

  test(`is not loaded for a page from any of ${attacks.length} bad URLs`, async () => {
    const flaws: (string | undefined)[] = []
    await forEachOf(attacks, async (url) => {
      const answer = await loadForPage(url)
      // What does not begin like a URL of the web is shown as it is.
      const isAddress = /^https?:\/\//i.test(url)
      flaws.push(flawOf(isAddress ? url : '', answer, 422))
    })
    expect(flaws).toHaveLength(attacks.length)
    expect(flaws.filter((flaw) => flaw !== undefined)).toEqual([])
    expect({ dialled: app.dialled, asked: names.asked }).toEqual({ dialled: [], asked: [] })
  })

  test(`is not fetched from any of ${Object.keys(evilNames).length} names with a bad address`, async () => {
    const flaws: (string | undefined)[] = []
    await forEachOf(Object.entries(evilNames), async ([host, addresses]) => {
      const answer = await renderPicture(`https://${host}/a.png?token=secret`)
      flaws.push(flawOf(`https://${host}/`, answer, 422))
      if (addresses.some((address) => answer.text.includes(address))) flaws.push(answer.text)
    })
    expect(flaws.filter((flaw) => flaw !== undefined)).toEqual([])
    expect(app.dialled).toEqual([])
  })

  test('of a signed address is not fetched from a bad one either', async () => {
    const made = await app.request('POST', '/v1/url-keys', { name: 'Ours', renders_per_minute: 10_000 })
    const { id: keyId, secret } = withId.extend({ secret: z.string() }).parse(made.json)
    const expiresAt = new Date(Date.now() + 3_600_000)
    const open = async (Photo: string) =>
      app.request('GET', await signImageUrl({ baseUrl: '', keyId, secret, templateId, values: { Photo }, expiresAt }))
    const flaws: (string | undefined)[] = []
    await forEachOf(
      [...badUrls.filter((url) => url.length < 2000), ...badHosts.map((host) => `https://${host}/`)],
      async (url) => {
        const { status, text } = await open(url)
        if (![400, 422].includes(status)) flaws.push(`${url}: ${status} ${text}`)
      },
    )
    await forEachOf(Object.keys(evilNames), async (host) => {
      const { status, text } = await open(`https://${host}/a.png`)
      if (status !== 422) flaws.push(`${host}: ${status} ${text}`)
    })
    expect(flaws).toEqual([])
    expect(app.dialled).toEqual([])
  })

  const targets = [
    // What a header can hold, and what is not just another path of the first host.
    ...attacks.filter(
      (url) =>
        /^[a-z+-]+:[\x21-\x7e]{0,1000}$/i.test(url) && URL.parse(url, `https://${goodHost}/`)?.hostname !== goodHost,
    ),
    ...['//127.0.0.1/', '//localhost/', '\\\\127.0.0.1\\', '///127.0.0.1/', '//evil5.example.com/', '//[::1]/'],
    ...Object.keys(evilNames).map((host) => `https://${host}/`),
  ]

  test(`is not fetched from any of ${targets.length} bad targets of a redirect`, async () => {
    const flaws: (string | undefined)[] = []
    await forEachOf([...targets.entries()], async ([index, target]) => {
      const status = [302, 307, 308][index % 3]
      const answer = await renderPicture(`https://${goodHost}/?status=${status}&to=${encodeURIComponent(target)}`)
      const next = URL.parse(target, `https://${goodHost}/`)
      const isSafe = next === null || next.protocol === 'http:'
      flaws.push(flawOf(isSafe ? `https://${goodHost}/` : next.href, answer, 422))
      if (evilNames[next?.hostname ?? '']?.some((address) => answer.text.includes(address))) flaws.push(answer.text)
    })
    expect(flaws.filter((flaw) => flaw !== undefined)).toEqual([])
    expect(targets.length).toBeGreaterThan(300)
    expect(app.dialled).toEqual(targets.map(() => `${goodDial} 443`))
  })

  test.each([302, 307, 308])('is not fetched over http where https answers %i', async (status) => {
    const answer = await renderPicture(`https://${goodHost}/?status=${status}&to=http://example.com/`)
    expect(flawOf(`https://${goodHost}/`, answer, 422)).toBeUndefined()
    expect(answer.text).toContain('from https:// to http://')
    expect(app.dialled).toEqual([`${goodDial} 443`])
  })

  test.each([302, 307, 308])('is fetched where a %i leads to another good host', async (status) => {
    const answer = await renderPicture(`http://${goodHost}/?status=${status}&to=//a_b.example.com/`)
    expect(answer.status).toBe(201)
    expect(app.dialled).toEqual([`${goodDial} 80`, '104.18.0.2 80'])
  })

  test('is not fetched where a name leads the second time', async () => {
    const dns = await startDnsServer((_name, earlier) => (earlier === 0 ? ['8.8.8.8'] : ['127.0.0.1']))
    resolve = createResolve([dns.address])
    expect((await renderPicture('http://rebind.example.com/')).status).toBe(201)
    expect(dns.asked.toSorted()).toEqual(['rebind.example.com 1', 'rebind.example.com 28'])
    const answer = await renderPicture('http://rebind.example.com/')
    expect(flawOf('http://rebind.example.com/', answer, 422)).toBeUndefined()
    expect(answer.text).not.toContain('127.0.0.1')
    expect(app.dialled).toEqual(['8.8.8.8 80'])
  })

  test.each(goodUrls.filter(([url]) => !url.startsWith(' ')))('is fetched from %s', async (url, wanted) => {
    expect((await renderPicture(url)).status).toBe(201)
    expect(app.dialled).toEqual(wanted)
  })
})

describe('an image', () => {
  test('cannot tell a name with a bad address of itself', async () => {
    const host = 'evil5.example.com'
    const body = { template_id: templateId, values: { Photo: `http://${goodHost}/` }, webhook_url: `https://${host}/` }
    expect((await app.request('POST', '/v1/images', body)).status).toBe(201)
    // The second question is the second attempt: the first has failed by then.
    await expect.poll(() => names.asked.filter((asked) => asked === host).length).toBeGreaterThanOrEqual(2)
    expect(new Set(names.asked)).toEqual(new Set([goodHost, host]))
    expect(app.dialled).toEqual([`${goodDial} 80`])
  })

  test.each(badUrls.filter((url) => url.includes('\0')))('and a webhook are refused with %j', async (url) => {
    for (const answer of [await saveWebhook(url), await renderPicture(url)]) {
      expect(answer).toMatchObject({ status: 400, text: expect.stringContaining('U+0000') })
    }
    expect(app.dialled).toEqual([])
  })
})
