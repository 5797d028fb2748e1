import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { z } from 'zod'
import { signedFile } from './files.ts'
import { FakeError, type FakeSettings, type FakeWorld } from './model.ts'
import type { NocoServer } from './open-fixture.ts'
import { route } from './route.ts'

/** A NocoDB in memory, as faithful as what was recorded from the real one. */
export interface FakeNocoDb extends NocoServer {
  settings: FakeSettings
  /** Method and path of every request. */
  requests: readonly string[]
  /** Waits until the hooks that are under way have been delivered. */
  settled(): Promise<void>
  close(): Promise<void>
}

const idLength = 16

function createWorld(settings: Partial<FakeSettings>): FakeWorld {
  let made = 0
  return {
    settings: { pageMax: 1000, createMax: 10, fetchFrom: [], isOld: false, ...settings },
    token: 'the-token-of-the-fake',
    viewers: new Set(),
    bases: [],
    files: new Map(),
    underWay: new Set(),
    newId: (prefix) => prefix + String(++made).padStart(idLength - prefix.length, '0'),
  }
}

async function bytesOf(request: IncomingMessage): Promise<Uint8Array> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(z.instanceof(Buffer).parse(piece))
  return new Uint8Array(Buffer.concat(pieces))
}

function jsonOf(raw: Uint8Array, headers: IncomingMessage['headers']): unknown {
  if (!headers['content-type']?.includes('json')) return undefined
  try {
    return JSON.parse(new TextDecoder().decode(raw))
  } catch {
    throw new FakeError(400, { error: 'ERR_INVALID_JSON', message: 'Invalid JSON in request body' })
  }
}

const headerSchema = z.record(z.string(), z.string().optional().catch(undefined))

async function answer(world: FakeWorld, origin: string, request: IncomingMessage, response: ServerResponse) {
  const { method = 'GET', url = '/', headers } = request
  const raw = await bytesOf(request)
  const send = (status: number, body: string | Uint8Array, contentType = 'application/json; charset=utf-8') => {
    response.writeHead(status, { 'content-type': contentType }).end(body)
  }
  try {
    if (url.startsWith('/dltemp/')) {
      const { bytes, contentType } = signedFile(world, url)
      return send(200, bytes, contentType)
    }
    const { searchParams } = new URL(url, origin)
    const given = { method, url: `${origin}${url}`, query: searchParams, headers: headerSchema.parse(headers), raw }
    send(200, JSON.stringify(await route(world, { ...given, body: jsonOf(raw, headers) })))
  } catch (error) {
    if (error instanceof FakeError) send(error.status, JSON.stringify(error.body))
    else send(501, JSON.stringify({ error: 'FAKE_UNSUPPORTED', message: String(error) }))
  }
}

/** `startFakeNocoDb()` starts an empty one on a free port of loopback. */
export async function startFakeNocoDb(settings: Partial<FakeSettings> = {}): Promise<FakeNocoDb> {
  const world = createWorld(settings)
  const requests: string[] = []
  let origin = ''
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    void answer(world, origin, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = z.object({ port: z.number() }).parse(server.address())
  origin = `http://127.0.0.1:${port}`
  return {
    url: origin,
    token: world.token,
    settings: world.settings,
    requests,
    async settled() {
      while (world.underWay.size > 0) await Promise.all(world.underWay)
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
