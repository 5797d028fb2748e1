import type { Database } from '@pictable/server/database/database.ts'
import { testInstallation } from '@pictable/server/http/installation.test-kit.ts'
import { createServer, type ServerOptions } from '@pictable/server/http/server/server.ts'
import { createLog } from '@pictable/server/telemetry/log.ts'
import { startWorld, type TestWorld } from '#test/start-world.ts'

export interface TestRequest {
  /** JSON, or text and bytes as they are. */
  body?: unknown
  /** Default: the operator's key; null sends none. */
  key?: string | null
  headers?: Record<string, string>
}

export interface TestAnswer {
  status: number
  headers: Headers
  text: string
  bytes: Uint8Array
  /** The parsed JSON; a test looks at it with `toMatchObject`. */
  json: unknown
}

/** The whole server over HTTP, on a world that the test can hold up. */
export interface TestApp extends TestWorld {
  url: string
  adminKey: string
  /** What was logged at level error. */
  errors: string[]
  /** Every line of the log, as JSON. */
  logged: unknown[]
  request(method: string, path: string, request?: TestRequest): Promise<TestAnswer>
  close(): Promise<void>
}

const adminKey = 'the-operators-key-of-the-tests'

function bodyOf(body: unknown): { body?: string | Uint8Array<ArrayBuffer>; json: boolean } {
  if (body === undefined) return { json: false }
  if (typeof body === 'string') return { body, json: false }
  if (body instanceof Uint8Array) return { body: new Uint8Array(body), json: false }
  return { body: JSON.stringify(body), json: true }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `startApp()` starts the server on a free port of loopback. */
export async function startApp(
  config: Partial<ServerOptions['config']> = {},
  pages: Pick<ServerOptions, 'dashboard' | 'docs'> = {},
  database?: Database,
): Promise<TestApp> {
  const errors: string[] = []
  const logged: unknown[] = []
  const write = (line: string) => {
    logged.push(JSON.parse(line))
    if (line.startsWith('{"level":"error"')) errors.push(line)
  }
  const log = createLog({ level: 'debug', destination: { write } })
  const testWorld = await startWorld(log, database)
  const server = createServer({
    world: testWorld.world,
    log,
    config: { adminKey, ...config },
    installation: testInstallation,
    ...pages,
  })
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  return {
    ...testWorld,
    url,
    adminKey,
    errors,
    logged,
    async request(method, path, { body, key = adminKey, headers = {} } = {}) {
      const { json, ...sent } = bodyOf(body)
      const response = await fetch(`${url}${path}`, {
        method,
        ...sent,
        redirect: 'manual',
        headers: {
          ...(key === null ? {} : { authorization: `Bearer ${key}` }),
          ...(json ? { 'content-type': 'application/json' } : {}),
          ...headers,
        },
      })
      const bytes = new Uint8Array(await response.arrayBuffer())
      const text = new TextDecoder().decode(bytes)
      return { status: response.status, headers: response.headers, text, bytes, json: parsed(text) }
    },
    async close() {
      testWorld.listing.open()
      testWorld.rendering.open()
      await server.close()
      await testWorld.close()
    },
  }
}
