import { createHash } from 'node:crypto'
import { createReadStream, readdirSync, readFileSync, statSync } from 'node:fs'
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

const list = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' })

const named = (names: readonly string[]): Set<string> =>
  new Set(names.map((name) => name.replace(/\.br$/, '')).filter((name) => /^[^.].*\.\w+$/.test(name)))

/** The files of a folder that can be asked for, whether they lie there plain or packed. */
export const fileNames = (folder: string): Set<string> => named(list(folder))

/** @param folder where texts lie plain and packed by brotli, or packed only as in an installation: they are unpacked for clients that do not take brotli, such as browsers without HTTPS */
export function openPageFiles(folder: string): PageFiles {
  // What is not in this list is not there, whatever the path looks like.
  const names = list(folder)
  const [present, files] = [new Set(names), named(names)]

  const tags = new Map<string, string>()
  /** By content: in an npm package all files have the same time, and pages of two releases often the same size. */
  function tagOf(file: string): string {
    const path = join(folder, present.has(file) ? file : `${file}.br`)
    const state = `${file} ${statSync(path).ctimeMs}`
    const tag =
      tags.get(state) ?? `W/"${createHash('sha256').update(readFileSync(path)).digest('base64url').slice(0, 22)}"`
    tags.set(state, tag)
    return tag
  }

  function unpack(file: string, reply: FastifyReply): FastifyReply {
    reply.type(types[extname(file)] ?? 'application/octet-stream')
    if (reply.request.method === 'HEAD') return reply.send()
    // What fails on the way is told by the stream that is sent.
    return reply.send(pipeline(createReadStream(join(folder, `${file}.br`)), createBrotliDecompress(), () => {}))
  }

  return {
    has: (file) => files.has(file),
    send(file, { request, reply, isMissing = false }) {
      if (isMissing) reply.code(404)
      else {
        const tag = tagOf(file)
        reply.header('etag', tag)
        if (request.headers['if-none-match']?.includes(tag)) return reply.code(304).send()
      }
      if (!present.has(file) && !takesBrotli(request)) return unpack(file, reply)
      return reply.sendFile(file, folder, { etag: false, lastModified: false })
    },
  }
}
