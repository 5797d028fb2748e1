import { createReadStream, readdirSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { pipeline } from 'node:stream'
import { createBrotliDecompress } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Files that were built ahead, by their paths within a folder. */
export interface PageFiles {
  has(file: string): boolean
  /** Sends a file; in place of one that is missing, with status 404 and without a validator: that answer needs a body. */
  send(file: string, to: { request: FastifyRequest; reply: FastifyReply; isMissing?: boolean }): FastifyReply
}

/** Of the texts that a build packs. */
const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'application/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
}

const takesBrotli = ({ headers }: FastifyRequest): boolean =>
  String(headers['accept-encoding'] ?? '')
    .split(',')
    .some((coding) => coding.trim() === 'br')

/** @param folder where texts lie plain and packed by brotli, or packed only as in an installation: they are unpacked for clients that do not take brotli, such as browsers without HTTPS */
export function openPageFiles(folder: string): PageFiles {
  // What is not in this list is not there, whatever the path looks like.
  const present = new Set(readdirSync(folder, { recursive: true, encoding: 'utf8' }))
  const isFile = (name: string) => /^[^.].*\.\w+$/.test(name) && !name.endsWith('.br')
  const files = new Set([...present].map((name) => name.replace(/\.br$/, '')).filter(isFile))

  function unpack(file: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const packed = join(folder, `${file}.br`)
    reply.type(types[extname(file)] ?? 'application/octet-stream')
    if (reply.statusCode === 200) {
      const { size, mtimeMs } = statSync(packed)
      const etag = `W/"${size.toString(16)}-${Math.round(mtimeMs).toString(16)}"`
      reply.header('etag', etag)
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    }
    if (request.method === 'HEAD') return reply.send()
    // What fails on the way is told by the stream that is sent.
    return reply.send(pipeline(createReadStream(packed), createBrotliDecompress(), () => {}))
  }

  return {
    has: (file) => files.has(file),
    send(file, { request, reply, isMissing = false }) {
      if (isMissing) reply.code(404)
      if (!present.has(file) && !takesBrotli(request)) return unpack(file, request, reply)
      return reply.sendFile(file, folder, isMissing ? { etag: false, lastModified: false } : {})
    },
  }
}
