import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { z } from 'zod'

export interface ProxyFault {
  /** Method and path, such as `PATCH /api/v2/tables/`. */
  request: RegExp
  times: number
  /** What is answered instead; `reset` cuts the connection. */
  answer: 'reset' | { status: number; contentType?: string; body?: string; headers?: Record<string, string> }
  /** The work is done all the same, only its answer is lost. */
  afterwards?: boolean
}

/** A server that stands before another, and fails as it is told. */
export interface FaultyProxy {
  url: string
  fail(fault: ProxyFault): void
  /** Nothing fails any more. */
  heal(): void
  close(): Promise<void>
}

const headerSchema = z.record(z.string(), z.string().optional().catch(undefined))

async function forward(
  target: string,
  request: IncomingMessage,
): Promise<{ status: number; type: string; body: Buffer }> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(z.instanceof(Buffer).parse(piece))
  const {
    host: _,
    connection: _1,
    'content-length': _2,
    'transfer-encoding': _3,
    ...given
  } = headerSchema.parse(request.headers)
  const headers = Object.entries(given).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, value]],
  )
  const { method = 'GET', url = '/' } = request
  const body = pieces.length === 0 ? {} : { body: new Uint8Array(Buffer.concat(pieces)) }
  const answer = await fetch(`${target}${url}`, { method, headers, ...body })
  return {
    status: answer.status,
    type: answer.headers.get('content-type') ?? 'application/json',
    body: Buffer.from(await answer.arrayBuffer()),
  }
}

function refuse({ answer }: ProxyFault, response: ServerResponse): void {
  if (answer === 'reset') return void response.socket?.resetAndDestroy()
  const { status, contentType = 'application/json', body = '{}', headers } = answer
  response.writeHead(status, { 'content-type': contentType, ...headers }).end(body)
}

/** `startFaultyProxy()` starts it on a free port of loopback. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  let faults: ProxyFault[] = []
  const take = (request: string) => {
    const fault = faults.find(({ request: wanted, times }) => times > 0 && wanted.test(request))
    if (fault !== undefined) fault.times--
    return fault
  }
  const server = createServer(async (request, response) => {
    const fault = take(`${request.method} ${request.url}`)
    if (fault !== undefined && !fault.afterwards) return refuse(fault, response)
    const { status, type, body } = await forward(target, request)
    if (fault !== undefined) return refuse(fault, response)
    response.writeHead(status, { 'content-type': type }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = z.object({ port: z.number() }).parse(server.address())
  return {
    url: `http://127.0.0.1:${port}`,
    fail: (fault) => void faults.push({ ...fault }),
    heal() {
      faults = []
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
