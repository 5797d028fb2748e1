import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { z } from 'zod'
import { type Keeper, type Refusal, refusalOf } from '#test/fakes/s3/signature.ts'

export interface StoredObject {
  bytes: Uint8Array
  contentType: string
  cacheControl: string
}

export interface S3Fault extends Refusal {
  /** Method and path, such as `PUT /bucket/images/`. */
  request: RegExp
  times: number
}

/** A small S3 that checks signatures, for tests: objects are put, read, listed and deleted, by path. */
export interface S3Server {
  url: string
  accessKeyId: string
  secretAccessKey: string
  region: string
  /** By bucket and key, `bucket/prefix/images/….png`. */
  objects: Map<string, StoredObject>
  /** Method and path of every request, in order. */
  requests: string[]
  fail(fault: S3Fault): void
  /** Requests of this kind are answered only once the returned function is called. */
  hold(request: RegExp): () => void
  /** Nothing fails any more. */
  heal(): void
  /** So much its clock goes ahead of ours. */
  setClock(aheadMs: number): void
  close(): Promise<void>
}

const pageSize = 20

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
const md5 = (bytes: Uint8Array) => `"${createHash('md5').update(bytes).digest('hex')}"`

const noSuchKey = { status: 404, code: 'NoSuchKey', message: 'The specified key does not exist.' }
const noSuchBucket = { status: 404, code: 'NoSuchBucket', message: 'The specified bucket does not exist' }

interface Call {
  method: string
  url: URL
  headers: Readonly<Record<string, string | undefined>>
  body: Uint8Array
}

const headersSchema = z.record(z.string(), z.string().optional().catch(undefined))

async function readCall(request: IncomingMessage): Promise<Call> {
  const pieces: Uint8Array[] = []
  for await (const piece of request) pieces.push(z.instanceof(Uint8Array).parse(piece))
  const headers = headersSchema.parse(request.headers)
  const url = new URL(request.url ?? '/', `http://${headers.host}`)
  return { method: request.method ?? 'GET', url, headers, body: new Uint8Array(Buffer.concat(pieces)) }
}

function refuse(response: ServerResponse, { status, code, message }: Refusal): void {
  const xml = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${escaped(message)}</Message></Error>`
  response.writeHead(status, { 'content-type': 'application/xml' }).end(response.req.method === 'HEAD' ? '' : xml)
}

/** Answers about one object. */
function answerObject(response: ServerResponse, objects: Map<string, StoredObject>, call: Call): void {
  const path = decodeURIComponent(call.url.pathname.slice(1))
  if (call.method === 'PUT') {
    const { 'content-type': contentType = '', 'cache-control': cacheControl = '' } = call.headers
    objects.set(path, { bytes: call.body, contentType, cacheControl })
    return void response.writeHead(200, { etag: md5(call.body) }).end()
  }
  if (call.method === 'DELETE') {
    objects.delete(path)
    return void response.writeHead(204).end()
  }
  const object = objects.get(path)
  if (object === undefined) {
    refuse(response, noSuchKey)
    return
  }
  const { bytes, contentType, cacheControl } = object
  const headers = { 'content-type': contentType, 'cache-control': cacheControl, 'content-length': bytes.length }
  response.writeHead(200, { ...headers, etag: md5(bytes) }).end(call.method === 'HEAD' ? undefined : bytes)
}

/** A page of ListObjectsV2. */
function answerList(response: ServerResponse, objects: Map<string, StoredObject>, { url }: Call): void {
  const bucket = `${url.pathname.split('/')[1]}/`
  const query = (name: string) => url.searchParams.get(name) ?? ''
  const rest = [...objects.keys()]
    .filter((path) => path.startsWith(bucket + query('prefix')))
    .map((path) => path.slice(bucket.length))
    .sort()
    .filter((key) => key > query('continuation-token'))
  const page = rest.slice(0, pageSize)
  const next = rest.length > page.length ? page.at(-1) : undefined
  const contents = page.map((key) => {
    const size = objects.get(bucket + key)?.bytes.length ?? 0
    return `<Contents><Key>${escaped(key)}</Key><Size>${size}</Size></Contents>`
  })
  const token = next === undefined ? '' : `<NextContinuationToken>${escaped(next)}</NextContinuationToken>`
  const xml = `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><IsTruncated>${next !== undefined}</IsTruncated>${token}${contents.join('')}</ListBucketResult>`
  response.writeHead(200, { 'content-type': 'application/xml' }).end(xml)
}

/** `startS3Server()` starts it on a free port of loopback, with one bucket. */
export async function startS3Server({
  bucket = 'pictures',
  region = 'us-east-1',
}: {
  bucket?: string
  region?: string
} = {}): Promise<S3Server> {
  const faults: S3Fault[] = []
  const held: { request: RegExp; until: Promise<void> }[] = []
  const objects = new Map<string, StoredObject>()
  const requests: string[] = []
  let aheadMs = 0
  const now = () => new Date(Date.now() + aheadMs)
  const keeper: Keeper = { accessKeyId: 'the-access-key', secretAccessKey: 'the-secret-key', region, now }
  const server = createServer(async (request, response) => {
    const call = await readCall(request)
    const name = `${call.method} ${call.url.pathname}`
    requests.push(name)
    response.setHeader('date', now().toUTCString())
    await held.find(({ request: wanted }) => wanted.test(name))?.until
    const fault = faults.find(({ request: wanted, times }) => times > 0 && wanted.test(name))
    if (fault !== undefined) fault.times--
    const refusal = fault ?? refusalOf(keeper, call)
    if (refusal !== null) return refuse(response, refusal)
    const [, named, ...key] = call.url.pathname.split('/')
    if (named !== bucket) return refuse(response, noSuchBucket)
    if (key.join('/') === '') return answerList(response, objects, call)
    answerObject(response, objects, call)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = z.object({ port: z.number() }).parse(server.address())
  return {
    url: `http://127.0.0.1:${port}`,
    ...keeper,
    objects,
    requests,
    fail: (fault) => void faults.push({ ...fault }),
    hold(request) {
      const { promise: until, resolve } = Promise.withResolvers<void>()
      held.push({ request, until })
      return resolve
    },
    heal: () => void faults.splice(0),
    setClock(ms) {
      aheadMs = ms
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
