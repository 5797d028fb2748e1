import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { createPacedCheck } from '#core/paced-check.ts'
import type { FileAddress, OpenedFile, Storage, StoredFile } from '#core/ports/storage.ts'
import { checkKey } from '#storages/keys/check-key.ts'
import { type Attempt, isMissingObject, s3Failure } from './failure.ts'

import type { S3Address, S3Settings } from './settings.ts'

const tries = 3
const connectWithinMs = 5000
/** Also for a connection on which nothing moves any more. */
const answerWithinMs = 20_000
/** With all tries. */
const doneWithinMs = 60_000
const keyOfCheck = 'checks/write'
/** Connections to the bucket: for requests that end soon, and for files that are read as fast as their readers want. */
const maxSockets = { requests: 50, reading: 256 }

/** Content-addressed, so it never changes. */
const cacheControl = 'public, max-age=31536000, immutable'
const publicForSeconds = 3600

function createClient(settings: S3Settings, sockets: number): S3Client {
  const { endpoint, region, credentials, pathStyle, ca } = settings
  const agent = { keepAlive: true, maxSockets: sockets }
  return new S3Client({
    ...(endpoint !== undefined && { endpoint }),
    // Servers of one's own mostly have no regions; what they are signed for they take from us.
    ...(region !== undefined ? { region } : endpoint !== undefined && { region: 'us-east-1' }),
    ...(credentials !== undefined && { credentials }),
    forcePathStyle: pathStyle ?? endpoint !== undefined,
    maxAttempts: tries,
    // The SHA-256 that every request is signed with is checked where it arrives; newer checksums not every server knows.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectWithinMs,
      requestTimeout: answerWithinMs,
      throwOnRequestTimeout: true,
      socketTimeout: answerWithinMs,
      httpAgent: agent,
      httpsAgent: { ...agent, ...(ca !== undefined && { ca: [...ca] }) },
    },
  })
}

function streamOf({ Body: body, ContentLength: sizeBytes }: GetObjectCommandOutput): OpenedFile {
  if (!(body instanceof Readable) || sizeBytes === undefined) throw new Error('The response has no body or no length.')
  return { sizeBytes, bytes: body }
}

/** `createS3Storage()` keeps files below the prefix of a bucket, of AWS or of whatever speaks S3. */
export function createS3Storage({ bucket, prefix }: S3Address, settings: S3Settings): Storage {
  const client = createClient(settings, maxSockets.requests)
  // Of its own, so that slow readers keep nothing else waiting.
  const readingClient = createClient(settings, maxSockets.reading)
  const root = prefix === '' ? '' : `${prefix}/`
  const place = { bucket, address: `s3://${bucket}/${root}`.replace(/\/$/, ''), endpoint: settings.endpoint }

  /** What is asked of the bucket about a key. */
  function objectOf(key: string): { Bucket: string; Key: string } {
    checkKey(key)
    return { Bucket: bucket, Key: `${root}${key}` }
  }

  /** Every failure leaves here in words. */
  async function attempt<Result>(what: Attempt, work: (abortSignal: AbortSignal) => Promise<Result>): Promise<Result> {
    try {
      return await work(AbortSignal.timeout(doneWithinMs))
    } catch (error) {
      throw s3Failure(error, place, what)
    }
  }

  /** As `attempt()`; null when there is no such object. */
  async function attemptOf<Result>(what: Attempt, work: (abortSignal: AbortSignal) => Promise<Result>) {
    return attempt(what, async (abortSignal) => {
      try {
        return await work(abortSignal)
      } catch (error) {
        if (isMissingObject(error)) return null
        throw error
      }
    })
  }

  const reading = (key: string) => ({ doing: `read ${key}`, needs: 's3:GetObject and s3:ListBucket' })

  async function put(key: string, bytes: Uint8Array, contentType: string): Promise<void> {
    const command = new PutObjectCommand({
      ...objectOf(key),
      Body: bytes,
      ContentType: contentType,
      CacheControl: cacheControl,
    })
    await attempt({ doing: `store ${key}`, needs: 's3:PutObject' }, (abortSignal) =>
      client.send(command, { abortSignal }),
    )
  }

  /** The client repeats requests that fail, not those whose answer breaks off. */
  async function get(key: string): Promise<Uint8Array | null> {
    const command = new GetObjectCommand(objectOf(key))
    return attemptOf(reading(key), async (abortSignal) => {
      for (let failed = 1; ; failed++) {
        const { Body: body } = await client.send(command, { abortSignal })
        try {
          return (await body?.transformToByteArray()) ?? new Uint8Array()
        } catch (error) {
          if (failed >= tries || abortSignal.aborted) throw error
        }
      }
    })
  }

  async function* list(folder: string): AsyncGenerator<StoredFile> {
    const query = { Bucket: bucket, Prefix: `${root}${folder}/` }
    try {
      for await (const { Contents: found = [] } of paginateListObjectsV2({ client }, query))
        for (const { Key: name = '', Size: sizeBytes = 0 } of found) yield { key: name.slice(root.length), sizeBytes }
    } catch (error) {
      throw s3Failure(error, place, { doing: `list ${folder}`, needs: 's3:ListBucket' })
    }
  }

  async function addressOf(key: string, disposition?: string): Promise<FileAddress | null> {
    const { publicUrl, signedUrlSeconds } = settings
    const object = objectOf(key)
    if (publicUrl !== undefined) return { url: `${publicUrl}/${key}`, goodForSeconds: publicForSeconds }
    if (signedUrlSeconds === undefined) return null
    const named = { ...object, ...(disposition !== undefined && { ResponseContentDisposition: disposition }) }
    const sign = () => getSignedUrl(client, new GetObjectCommand(named), { expiresIn: signedUrlSeconds })
    return { url: await attempt(reading(key), sign), goodForSeconds: signedUrlSeconds }
  }

  return {
    put,
    get,
    async open(key) {
      const command = new GetObjectCommand(objectOf(key))
      // No deadline for the whole: how long it takes depends on who reads it. One on which nothing moves ends.
      return attemptOf(reading(key), async () => streamOf(await readingClient.send(command)))
    },
    async head(key) {
      const command = new HeadObjectCommand(objectOf(key))
      const found = await attemptOf({ ...reading(key), doing: `look for ${key}` }, (abortSignal) =>
        client.send(command, { abortSignal }),
      )
      if (found === null) return null
      const { ContentLength: sizeBytes = 0, ETag: tag, LastModified: at } = found
      return { sizeBytes, ...(tag !== undefined && { version: `${tag} ${at?.toISOString() ?? ''}` }) }
    },
    list,
    async delete(key) {
      const command = new DeleteObjectCommand(objectOf(key))
      await attemptOf({ doing: `delete ${key}`, needs: 's3:DeleteObject' }, (abortSignal) =>
        client.send(command, { abortSignal }),
      )
    },
    addressOf,
    check: createPacedCheck(() => put(keyOfCheck, new Uint8Array(1), 'application/octet-stream'), {
      goodForMs: 10_000,
      // A bucket that is back is found within this time.
      backoff: { firstMs: 250, maxMs: 2000 },
      nowMs: () => performance.now(),
      chance: Math.random,
    }),
    async close() {
      client.destroy()
      readingClient.destroy()
    },
  }
}
