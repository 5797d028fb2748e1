import { createHmac } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { createWebhookListener } from './webhook-listener.ts'

const secret = 'a secret of the tests'
const body = JSON.stringify({
  event: 'image.created',
  record_id: 'rec_\u001b[31m1',
  image_url: 'https://a.example/1.png',
})
const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function send(secrets: string[], headers: Record<string, string>) {
  const printed: string[] = []
  const listener = createWebhookListener({ secrets, print: (text) => void printed.push(text) })
  closers.push(() => listener.close())
  const url = await listener.listen({ host: '127.0.0.1', port: 0 })
  const { status } = await fetch(`${url}/any/path`, { method: 'POST', body, headers })
  return { status, printed: printed.join('\n') }
}

function signed(): Record<string, string> {
  const t = Math.floor(Date.now() / 1000)
  const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')
  return { 'content-type': 'application/json', 'x-service-signature': `t=${t},v1=${v1}`, 'webhook-id': 'msg_1' }
}

describe('createWebhookListener()', () => {
  test('prints what is signed, without control characters', async () => {
    const { status, printed } = await send([secret], signed())
    expect(status).toBe(204)
    expect(printed).toMatch(
      /^image\.created {2}signature ok\n {2}record +rec_\?\[31m1\n {2}image +https:\/\/a\.example\/1\.png\n {2}delivery +msg_1/,
    )
  })

  test('refuses what is not', async () => {
    const { status, printed } = await send(['another secret of tests'], signed())
    expect([status, printed]).toEqual([400, expect.stringContaining('REJECTED')])
  })

  test('takes everything when it has no secret', async () => {
    const { status, printed } = await send([], { 'content-type': 'text/plain' })
    expect([status, printed]).toEqual([204, expect.stringContaining('signature not checked')])
  })
})
