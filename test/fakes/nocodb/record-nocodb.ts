import { createServer } from 'node:http'
import { z } from 'zod'
import { compared, type Exchange, scrubIds, scrubTimes, shorten } from './exchange.ts'
import type { NocoServer } from './open-fixture.ts'

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Passes requests on to the real server, and keeps them with their answers. */
export async function startRecorder(target: NocoServer) {
  const exchanges: Exchange[] = []
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(z.instanceof(Buffer).parse(piece))
    const body = Buffer.concat(pieces)
    const { method = 'GET', url = '/', headers } = request
    const type = headers['content-type']
    const token = z.string().optional().parse(headers['xc-token'])
    const answer = await fetch(`${target.url}${url}`, {
      method,
      headers: { ...(type ? { 'content-type': type } : {}), ...(token ? { 'xc-token': token } : {}) },
      ...(body.byteLength > 0 ? { body: new Uint8Array(body) } : {}),
    })
    const text = await answer.text()
    const path = decodeURIComponent(url)
    exchanges.push({
      method,
      path,
      token: token === undefined ? 'none' : token === target.token ? 'right' : 'wrong',
      ...(type?.includes('json') ? { body: jsonOf(body.toString()) } : {}),
      ...(type && !type.includes('json') ? { raw: { contentType: type, base64: body.toString('base64') } } : {}),
      status: answer.status,
      answer: compared(path, answer.status, jsonOf(text)),
    })
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' }).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = z.object({ port: z.number() }).parse(server.address())
  return {
    url: `http://127.0.0.1:${port}`,
    token: target.token,
    /** What was recorded so far, scrubbed. */
    recorded(): unknown {
      const secrets = /"(value|secret)":"[\w-]{40,}"/g
      const text = JSON.stringify(exchanges).replace(secrets, '"$1":"a secret"').replaceAll(target.token, '')
      return jsonOf(shorten(scrubIds(scrubTimes(text))))
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
