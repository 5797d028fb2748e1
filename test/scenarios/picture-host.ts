import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

/** A host of pictures in a thread of its own, as far from the one that fetches them as a host is. */

const files: Readonly<Record<string, Uint8Array>> = workerData

/** Sends a picture that does not end, as long as somebody listens. */
function pour(response: ServerResponse): void {
  const piece = Buffer.alloc(65_536, 'x')
  const send = () => {
    while (response.writable && response.write(piece));
  }
  response
    .writeHead(200, { 'content-type': 'image/jpeg' })
    .on('drain', send)
    .on('error', () => {})
  send()
}

const server = createServer((request, response) => {
  const [path = ''] = request.url?.split('?') ?? []
  const bytes = files[path]
  if (path === '/endless') return void pour(response)
  if (path === '/moved') response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' })
  else if (bytes) response.writeHead(200, { 'content-type': 'image/jpeg' })
  else response.writeHead(path === '/expired' ? 403 : 404)
  response.end(bytes)
}).listen(0, '0.0.0.0')
await once(server, 'listening')
const address = server.address()
if (address === null || typeof address === 'string') throw new Error('no port')
parentPort?.postMessage(address.port)
