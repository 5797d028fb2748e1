import { createHmac } from 'node:crypto'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { startApp, type TestApp } from '#test/start-app.ts'

export const signedDesign = {
  schema: 1,
  width: 1200,
  height: 630,
  layers: [
    { type: 'text', name: 'Title', x: 0, y: 0, width: 900, height: 100, text: { bind: 'title', fallback: '' } },
    { type: 'text', name: 'Width', x: 0, y: 200, width: 900, height: 100, text: { bind: 'width', fallback: '' } },
    { type: 'image', name: 'Photo', x: 0, y: 300, width: 300, height: 300, src: { bind: 'photo', fallback: '' } },
  ],
}

export interface SigningKey {
  id: string
  secret: string
}

/** What came back over a socket of its own, to a request line exactly as it was given. */
export interface RawAnswer {
  status: number
  headers: Headers
  body: string
  code: string | undefined
}

export interface SignedApp extends TestApp {
  templateId: string
  otherTemplateId: string
  key: SigningKey
  otherKey: SigningKey
  /** Signs anything at all, as `sig` says. */
  sign(signed: string, secret?: string): string
  /** Unix seconds, by the clock of the server. */
  inAnHour(): number
  /** A good address: `query` is what stands before `exp`. */
  good(query?: string): string
  makeKey(body?: Record<string, unknown>): Promise<SigningKey>
  makeTemplate(publish?: boolean): Promise<string>
  raw(target: string | Uint8Array, options?: { method?: string; headers?: Record<string, string> }): Promise<RawAnswer>
}

const keyShape = z.looseObject({ id: z.string(), secret: z.string() })
const withId = z.looseObject({ id: z.string() })

function parsed(answer: string): RawAnswer {
  const [head = '', ...rest] = answer.split('\r\n\r\n')
  const [line = '', ...fields] = head.split('\r\n')
  const headers = new Headers(
    fields.map((field): [string, string] => [field.slice(0, field.indexOf(':')), field.slice(field.indexOf(':') + 1)]),
  )
  const body = rest.join('\r\n\r\n')
  return { status: Number(line.split(' ')[1] ?? 0), headers, body, code: /"code":"(\w+)"/.exec(body)?.[1] }
}

/** Sends bytes that no URL parser has put right. */
async function exchange(port: number, request: Uint8Array): Promise<RawAnswer> {
  const socket = connect(port, '127.0.0.1')
  try {
    socket.write(request)
    return parsed(await text(socket))
  } finally {
    socket.destroy()
  }
}

/** A server with two templates and two keys. */
export async function startSignedApp(): Promise<SignedApp> {
  const app = await startApp()
  const port = Number(new URL(app.url).port)
  const makeTemplate = async (publish = true) => {
    const body = { name: 'Card', design: signedDesign, publish }
    return withId.parse((await app.request('POST', '/v1/templates', { body })).json).id
  }
  const makeKey = async (body: Record<string, unknown> = {}) =>
    keyShape.parse((await app.request('POST', '/v1/url-keys', { body: { name: 'Blog', ...body } })).json)
  const [templateId, otherTemplateId] = [await makeTemplate(), await makeTemplate()]
  const [key, otherKey] = [await makeKey(), await makeKey()]
  const sign = (signed: string, secret = key.secret) =>
    `${signed}&sig=${createHmac('sha256', secret).update(signed).digest('base64url')}`
  const inAnHour = () => Math.floor(app.world.clock.now().getTime() / 1000) + 3600
  return {
    ...app,
    inAnHour,
    templateId,
    otherTemplateId,
    key,
    otherKey,
    sign,
    makeKey,
    makeTemplate,
    good: (query = 'title=Hello') => sign(`/i/${templateId}.png?${query}&exp=${inAnHour()}&kid=${key.id}`),
    async raw(target, { method = 'GET', headers = {} } = {}) {
      const fields = Object.entries({ host: '127.0.0.1', connection: 'close', ...headers })
      const rest = ` HTTP/1.1\r\n${fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
      return exchange(port, Buffer.concat([Buffer.from(`${method} `), Buffer.from(target), Buffer.from(rest)]))
    },
  }
}
