import { eventNames } from '@pictable/model/webhook'
import { AppError } from '@pictable/server/core/errors.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type MailServer, startMailServer } from '#test/scenarios/mail-server.ts'
import { type Answer, type Receiver, startReceiver, status } from '#test/scenarios/receiver.ts'
import { runAction, type Seed, seed } from '#test/scenarios/seed.ts'
import { deliveriesOf, makeWebhook, sendTest, untilAttempts, untilState } from '#test/scenarios/webhook-kit.ts'
import { startApp, type TestApp } from '#test/start-app.ts'
import { until } from '#test/until.ts'

let app: TestApp
let seeded: Seed
let receiver: Receiver
let mailServer: MailServer

beforeAll(async () => {
  app = await startApp()
  seeded = await seed(app, ['Teapot', 'unrenderable', 'Cup <b>&'])
  mailServer = await startMailServer()
})
afterAll(async () => {
  await app.close()
  await mailServer.close()
})
beforeEach(async () => {
  receiver = await startReceiver()
  app.world.mail = mailServer.mailer()
  mailServer.received.length = 0
})
afterEach(async () => {
  const { results } = await app.world.data.webhooks.list({ limit: 100 })
  for (const { id } of results) await app.world.data.webhooks.delete(id)
  await receiver.close()
  mailServer.rejectRecipient = () => null
  expect(app.errors).toEqual([])
})

const trigger = (body?: Record<string, unknown>) => runAction(app, seeded.actionId, body)

const slackShape = z.strictObject({
  text: z.string(),
  blocks: z.array(z.looseObject({ type: z.string() })),
})

const makeSlack = (change: Record<string, unknown> = {}) =>
  makeWebhook(app, receiver.url, { format: 'slack', ...change })

async function makeMail(recipients: readonly string[], change: Record<string, unknown> = {}) {
  const body = { name: 'Ops', format: 'email', recipients, ...change }
  const answer = await app.request('POST', '/v1/webhooks', { body })
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`)
  return z.looseObject({ id: z.string() }).parse(answer.json)
}

const say =
  (code: number, text: string, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(code, { 'content-type': 'text/plain', ...headers }).end(text)

const refusedShape = z.looseObject({ errors: z.array(z.looseObject({ pointer: z.string(), detail: z.string() })) })

async function rejection(body: Record<string, unknown>): Promise<string[]> {
  const { json, status } = await app.request('POST', '/v1/webhooks', { body: { name: 'Ours', ...body } })
  expect(status).toBe(400)
  return refusedShape.parse(json).errors.map(({ pointer, detail }) => `${pointer} ${detail}`)
}

describe('a webhook for Slack', () => {
  test('gets the outcome, the counts, the reasons, links and pictures of a run, and nothing of the standard format', async () => {
    const made = await makeSlack({ headers: { 'X-Proxy': 'ours' } })
    expect(made).toMatchObject({ format: 'slack', events: ['run.completed', 'run.failed'], secret: null })
    const runId = await trigger()
    const [received] = await receiver.until(1)
    const names = Object.keys(received?.headers ?? {})
    expect(names).not.toContain('x-service-signature')
    expect(names).not.toContain('webhook-signature')
    expect(received?.headers['x-proxy']).toBe('ours')
    const { text, blocks } = slackShape.parse(received?.json)
    expect(text).toBe('⚠️ Cards: run completed, 1 of 3 records failed')
    expect(blocks[0]).toEqual({
      type: 'section',
      text: {
        type: 'mrkdwn',
        text: `⚠️ *Cards: run completed, 1 of 3 records failed*\n<https://pictable.example/runs/${runId}|Open the run>`,
      },
    })
    expect(blocks[1]?.fields).toEqual([
      { type: 'mrkdwn', text: '*Rendered*\n2' },
      { type: 'mrkdwn', text: '*Failed*\n1' },
      { type: 'mrkdwn', text: expect.stringMatching(/^\*Duration\*\n[\d.]+ s$/) },
    ])
    expect(blocks[2]).toMatchObject({ text: { text: expect.stringMatching(/^• 1 record: .*the image is cut off/) } })
    const pictures = blocks.filter(({ type }) => type === 'image')
    expect(pictures).toHaveLength(2)
    for (const { image_url: url } of pictures) expect(url).toMatch(/^https:\/\/pictable\.example\/images\/img_.*\.png$/)
    expect(JSON.stringify(received?.json)).not.toContain('user_defined')
  })

  test('escapes what would be a link or a mention', async () => {
    await makeSlack({ events: ['run.completed'] })
    const rename = (title: string) => app.request('PATCH', `/v1/actions/${seeded.actionId}`, { body: { title } })
    await rename('<!channel> & <https://evil.example|x>')
    await trigger({ record_ids: [seeded.rowIds[0]], force: true })
    await rename('Cards')
    const [received] = await receiver.until(1)
    expect(slackShape.parse(received?.json).text).toBe(
      '✅ &lt;!channel&gt; &amp; &lt;https://evil.example|x&gt;: run completed',
    )
  })

  test('has a message for every event', async () => {
    const { id } = await makeSlack({ events: null })
    for (const event of eventNames) await untilState(app, (await sendTest(app, id, event)).id, 'delivered')
    const texts = receiver.received.map(({ json }) => slackShape.parse(json).text)
    expect(texts).toEqual([
      '✅ Test: image rendered',
      '❌ Test: image failed',
      'ℹ️ Test: run started',
      '✅ Test: run completed',
      '❌ Test: run failed',
      '✅ Test: batch of images completed',
      'ℹ️ Test: batch of images cancelled',
    ])
  })

  test('waits as long as Slack asks for after 429, and arrives once', async () => {
    receiver.answer = say(429, 'rate_limited', { 'retry-after': '30' })
    const { id } = await makeSlack()
    const sent = await sendTest(app, id)
    const waiting = await untilAttempts(app, sent.id, 1)
    expect(waiting).toMatchObject({ state: 'pending', last_status: 429 })
    expect(waiting.error?.message).toBe(
      'Slack returned 429 rate_limited: too many messages were sent to it. The message is sent again when Slack allows it.',
    )
    const waitMs = Date.parse(String(waiting.next_attempt_at)) - Date.parse(String(waiting.created_at))
    expect(waitMs).toBeGreaterThan(28_000)
    receiver.answer = say(200, 'ok')
    app.advance(31_000)
    await untilState(app, sent.id, 'delivered')
    expect(receiver.received).toHaveLength(2)
  })

  test.each([
    [404, 'no_service', /Slack returned 404 no_service: the incoming webhook was deleted or disabled\. Create another/],
    [410, 'channel_is_archived', /Slack returned 410 channel_is_archived: the channel is archived\. Unarchive it/],
    [404, 'channel_not_found', /the channel was deleted, or the app was removed from it/],
    [403, 'invalid_token', /the URL is wrong\. Create another incoming webhook/],
  ])(
    'is paused by %i %s, keeps its messages, and sends them when it is resumed with another URL',
    async (code, word, text) => {
      receiver.answer = say(code, word)
      const { id } = await makeSlack()
      const sent = await sendTest(app, id)
      const held = await untilState(app, sent.id, 'paused')
      expect(held.error?.message).toMatch(text)
      const paused = await app.request('GET', `/v1/webhooks/${id}`)
      expect(paused.json).toMatchObject({
        active: false,
        pause: { reason: 'gone', message: expect.stringMatching(text) },
      })
      const other = await startReceiver()
      other.answer = say(200, 'ok')
      await app.request('PATCH', `/v1/webhooks/${id}`, { body: { url: other.url, active: true } })
      await untilState(app, sent.id, 'delivered')
      expect([receiver.received.length, other.received.length]).toEqual([1, 1])
      await other.close()
    },
  )

  test('a message that Slack rejects for its pictures goes without them', async () => {
    receiver.answer = say(400, 'invalid_blocks')
    await makeSlack()
    await trigger()
    await receiver.until(1)
    receiver.answer = say(200, 'ok')
    const [, second] = await receiver.until(2)
    const typesOf = (json: unknown) => slackShape.parse(json).blocks.map(({ type }) => type)
    expect(typesOf(receiver.received[0]?.json)).toContain('image')
    expect(typesOf(second?.json)).toEqual(['section', 'section', 'section'])
  })

  test('says at its place what Slack has no place for', async () => {
    const slack = { format: 'slack', url: receiver.url }
    expect(
      await rejection({ ...slack, secret: 'generate', user_defined: { a: 1 }, recipients: ['a@b.example'] }),
    ).toEqual([
      '/user_defined cannot be sent with a message for Slack. Use the format standard',
      '/secret must be null: a message for Slack is not signed. Use the format standard',
      '/recipients are of the format email. Name a URL instead',
    ])
    expect(await rejection({ format: 'slack' })).toEqual(['/url must name where events are sent'])
    const { id } = await makeSlack()
    const other = await app.request('PATCH', `/v1/webhooks/${id}`, { body: { format: 'standard' } })
    expect(other).toMatchObject({ status: 400, json: { errors: [{ pointer: '/format' }] } })
    const rotated = await app.request('POST', `/v1/webhooks/${id}/rotate-secret`)
    expect(rotated).toMatchObject({ status: 409, json: { detail: expect.stringContaining('are not signed') } })
  })
})

describe('an email', () => {
  test('about a run goes to each recipient once, with reasons, previews and links', async () => {
    const made = await makeMail(['ops@shop.example', 'design+pictable@shop.example'])
    expect(made).toMatchObject({
      format: 'email',
      url: 'mailto:ops@shop.example,design+pictable@shop.example',
      recipients: ['ops@shop.example', 'design+pictable@shop.example'],
      events: ['run.completed', 'run.failed'],
    })
    const runId = await trigger()
    const mails = await mailServer.until(2)
    expect(mails.map(({ to }) => to).sort()).toEqual([['design+pictable@shop.example'], ['ops@shop.example']])
    const source = (mails.find(({ to }) => to[0] === 'ops@shop.example')?.source ?? '').replaceAll('=\r\n', '')
    expect(source).toMatch(/^Subject: Cards: run completed, 1 of 3 records failed\r$/m)
    expect(source).toMatch(/^Message-ID: <msg_[0-9a-z]{26}@example\.com>\r$/m)
    expect(source).toContain('- 1 record: ')
    expect(source).toContain(`https://pictable.example/runs/${runId}`)
    expect(source).toContain(`https://pictable.example/webhooks/${made.id}`)
    expect(source.match(/^Content-Disposition: inline/gim)).toHaveLength(2)
    expect(source).toMatch(/^Teapot: https:/m)
    expect(source).toContain('alt=3D"Cup &lt;b&gt;&amp;"')
    // The outcome is stored after the server has answered.
    const log = await until('both are stored', async () => {
      const all = await deliveriesOf(app, made.id)
      return all.every(({ state }) => state !== 'pending') && all
    })
    expect(log.map(({ recipient, state, last_status: code }) => [recipient, state, code])).toEqual(
      expect.arrayContaining([
        ['ops@shop.example', 'delivered', 250],
        ['design+pictable@shop.example', 'delivered', 250],
      ]),
    )
    const { json } = await app.request('GET', `/v1/deliveries/${log[0]?.id}`)
    expect(json).toMatchObject({
      attempt_log: [
        {
          status: 250,
          answer_body: expect.stringContaining('Queued'),
          request_headers: { Subject: expect.any(String) },
        },
      ],
    })
  })

  test('one recipient who is refused gets an error with the fix, and no one gets it twice', async () => {
    mailServer.rejectRecipient = (address) => (address.startsWith('gone') ? '550 5.1.1 No such user' : null)
    const { id } = await makeMail(['gone@shop.example', 'ops@shop.example'])
    await trigger()
    const log = await until('both have ended', async () => {
      const all = await deliveriesOf(app, id)
      return all.length === 2 && all.every(({ state }) => state !== 'pending') && all
    })
    const gone = log.find(({ recipient }) => recipient === 'gone@shop.example')
    expect(gone).toMatchObject({ state: 'failed', attempts: 1, last_status: 550 })
    expect(gone?.error?.message).toBe(
      'The mail server rejected the recipient gone@shop.example: 550 5.1.1 No such user. Correct or remove this recipient in the webhook.',
    )
    app.advance(3_600_000)
    expect(mailServer.received.map(({ to }) => to)).toEqual([['ops@shop.example']])
    // The address works again: the same message is sent by a replay.
    mailServer.rejectRecipient = () => null
    await app.request('POST', `/v1/deliveries/${gone?.id}/replay`)
    await mailServer.until(2)
    expect(mailServer.received.map(({ to }) => to)).toEqual([['ops@shop.example'], ['gone@shop.example']])
  })

  test('a server that is away for an hour loses and repeats nothing', async () => {
    await mailServer.close()
    const { id } = await makeMail(['ops@shop.example'])
    await trigger()
    const [waiting] = await until('it waits', async () => {
      const all = await deliveriesOf(app, id)
      return (all[0]?.attempts ?? 0) > 0 && all
    })
    expect(waiting).toMatchObject({ state: 'pending', error: { code: 'refused' } })
    for (let minute = 0; minute < 60; minute += 20) app.advance(20 * 60_000)
    await mailServer.reopen()
    app.advance(3_600_000)
    await untilState(app, waiting?.id ?? '', 'delivered')
    expect(mailServer.received).toHaveLength(1)
  })

  test('wrong credentials wait for the operator, who corrects them', async () => {
    app.world.mail = mailServer.mailer({ PICTABLE_SMTP_PASSWORD: 'not the password' })
    const { id } = await makeMail(['ops@shop.example'])
    const sent = await sendTest(app, id)
    const waiting = await untilAttempts(app, sent.id, 1)
    expect(waiting).toMatchObject({ state: 'pending', error: { code: 'smtp_auth' } })
    expect(waiting.error?.message).toMatch(/Correct PICTABLE_SMTP_USER and PICTABLE_SMTP_PASSWORD/)
    app.world.mail = mailServer.mailer()
    app.advance(3_600_000)
    await untilState(app, sent.id, 'delivered')
    expect(mailServer.received).toHaveLength(1)
  })

  test('waits while the server has no email set up, and cannot be created there', async () => {
    const { id } = await makeMail(['ops@shop.example'])
    app.world.mail = null
    const sent = await sendTest(app, id)
    expect((await untilAttempts(app, sent.id, 1)).error).toMatchObject({ code: 'mail_off' })
    expect(await rejection({ format: 'email', recipients: ['ops@shop.example'] })).toEqual([
      '/format cannot be used. Email is not set up on this server. Its operator sets PICTABLE_SMTP_HOST and PICTABLE_SMTP_FROM',
    ])
    expect((await app.request('GET', '/v1/settings')).json).toMatchObject({ mail_from: null })
  })

  test('does not go to an address that was removed after the event', async () => {
    mailServer.rejectRecipient = () => '450 4.2.1 Busy'
    const { id } = await makeMail(['ops@shop.example', 'left@shop.example'])
    await sendTest(app, id)
    const left = await until('both were tried', async () => {
      const all = await deliveriesOf(app, id)
      return all.every(({ attempts }) => attempts > 0) && all.find(({ recipient }) => recipient === 'left@shop.example')
    })
    await app.request('PATCH', `/v1/webhooks/${id}`, { body: { recipients: ['ops@shop.example'] } })
    mailServer.rejectRecipient = () => null
    app.advance(3_600_000)
    expect((await untilState(app, left.id, 'failed')).error).toMatchObject({ code: 'recipient_removed' })
    expect((await mailServer.until(1)).map(({ to }) => to)).toEqual([['ops@shop.example']])
  })

  test('about a run that failed says why', async () => {
    await makeMail(['ops@shop.example'], { events: ['run.failed'] })
    app.failListing(new AppError('source_auth', 'The table rejected the token. Enter a new one in the connection.'))
    await trigger()
    const [one] = await mailServer.until(1)
    expect(one?.source).toMatch(/^Subject: Cards: run failed\r$/m)
    expect(one?.source.replaceAll('=\r\n', '')).toContain('Enter a new one in the connection.')
  })

  test.each([
    [{ recipients: [] }, '/recipients'],
    [{ recipients: ['no-address'] }, '/recipients/0'],
    [{ recipients: ['a@shop.example\r\nBcc: b@shop.example'] }, '/recipients/0'],
    [{ recipients: ['A@shop.example', 'a@shop.example'] }, '/recipients/1'],
    [{ recipients: ['a@shop.example'], url: 'https://shop.example' }, '/url'],
    [{ recipients: ['a@shop.example'], headers: { 'X-A': 'b' } }, '/headers'],
    [{ recipients: ['a@shop.example'], secret: 'generate' }, '/secret'],
    [{ recipients: ['a@shop.example'], events: ['image.created'] }, '/events/0'],
    [{}, '/recipients'],
  ])('refuses %j at its place', async (body, place) => {
    expect(await rejection({ format: 'email', ...body })).toEqual([expect.stringContaining(`${place} `)])
  })
})

describe('a webhook with only_failures', () => {
  const eventsSent = async (id: string) => (await deliveriesOf(app, id)).map(({ event }) => event).sort()

  test('is sent nothing of a run in which all goes well, and what failed of another one', async () => {
    const { id } = await makeWebhook(app, receiver.url, { only_failures: true })
    const all = await makeWebhook(app, receiver.url)
    await trigger({ limit: 1, force: true })
    expect(await eventsSent(id)).toEqual([])
    expect(await eventsSent(all.id)).toEqual(['image.created', 'run.completed', 'run.started'])
    await trigger({ force: true })
    expect(await eventsSent(id)).toEqual(['image.failed', 'run.completed'])
  })

  test('can be a channel, and can be changed', async () => {
    const made = await makeSlack({ only_failures: true })
    expect(made).toMatchObject({ only_failures: true, events: ['run.completed', 'run.failed'] })
    await trigger({ limit: 1, force: true })
    expect(await eventsSent(made.id)).toEqual([])
    const { json } = await app.request('PATCH', `/v1/webhooks/${made.id}`, { body: { only_failures: false } })
    expect(json).toMatchObject({ only_failures: false, events: ['run.completed', 'run.failed'] })
    await trigger({ limit: 1, force: true })
    expect(await eventsSent(made.id)).toEqual(['run.completed'])
  })

  test('of a batch is told if an item failed', async () => {
    const { id } = await makeWebhook(app, receiver.url, { only_failures: true, events: ['batch.completed'] })
    const layers = [{ type: 'text', name: 'Title', text: { bind: 'Title' }, width: 10, height: 10 }]
    const itemOf = (Title: string) => ({ template: { schema: 1, width: 10, height: 10, layers }, values: { Title } })
    const [good, bad] = [itemOf('Teapot'), itemOf('unrenderable')]
    for (const items of [[good], [good, bad]]) {
      const { json } = await app.request('POST', '/v1/images/batch', { body: { items } })
      const batch = z.looseObject({ id: z.string() }).parse(json)
      await until(
        () => `the batch ${batch.id} does not end`,
        async () => {
          const found = (await app.request('GET', `/v1/images/batch/${batch.id}`)).json
          return z.looseObject({ pending: z.int() }).parse(found).pending === 0
        },
      )
    }
    expect(await eventsSent(id)).toEqual(['batch.completed'])
  })
})

test('the standard format is what it was', async () => {
  await makeWebhook(app, receiver.url, { events: ['run.completed'], user_defined: { a: 1 } })
  receiver.answer = status(204)
  await trigger({ record_ids: [seeded.rowIds[0]], force: true })
  const [received] = await receiver.until(1)
  expect(Object.keys(received?.json ?? {})).toEqual([
    'id',
    'event',
    'created_at',
    'action',
    'run_id',
    'counts',
    'metadata',
    'status',
    'user_defined',
  ])
})
