import { createHash, randomUUID } from 'node:crypto'
import { createS3Storage } from '@pictable/server/storages/s3/create-s3-storage.ts'
import { describe, expect, test } from 'vitest'
import { describeStorage } from '#test/conformance/storage.ts'

/** A server that speaks S3, with an empty bucket. */
export interface S3Place {
  url: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

/** `describeS3()` proves that a server, fake or real, does what the S3 storage makes of it. */
export function describeS3(name: string, placeOf: () => Promise<S3Place>): void {
  const open = async (more: { secret?: string; access?: string; bucket?: string; signedUrlSeconds?: number } = {}) => {
    const { url: endpoint, bucket, accessKeyId, secretAccessKey } = await placeOf()
    const credentials = { accessKeyId: more.access ?? accessKeyId, secretAccessKey: more.secret ?? secretAccessKey }
    const address = { bucket: more.bucket ?? bucket, prefix: `tests/${randomUUID()}` }
    const { signedUrlSeconds } = more
    return createS3Storage(address, { endpoint, credentials, signedUrlSeconds })
  }

  describeStorage(`s3 ${name}`, open)

  describe(`s3 ${name}`, () => {
    test('a signed address gives the file to anybody, as it was put', async () => {
      const storage = await open({ signedUrlSeconds: 300 })
      const bytes = new Uint8Array(5000).fill(3)
      const key = `images/${createHash('sha256').update(bytes).digest('hex')}.png`
      await storage.put(key, bytes, 'image/png')
      const signed = await storage.addressOf(key)
      const answer = await fetch(signed?.url ?? '')
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe('image/png')
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
      const plain = new URL(signed?.url ?? '')
      plain.search = ''
      expect((await fetch(plain)).status).toBe(403)
      const forged = (signed?.url ?? '').replace(/(X-Amz-Signature=)[0-9a-f]{8}/, '$100000000')
      expect((await fetch(forged)).status).toBe(403)
    })

    test.each([
      ['a bucket that is not there', { bucket: 'another-bucket' }, 'there is no bucket "another-bucket"'],
      ['a wrong secret', { secret: 'wrong' }, 'the secret key does not match the access key'],
      ['an unknown key', { access: 'nobody' }, 'the access key is unknown'],
    ])('%s is said in words', async (_, more, words) => {
      const storage = await open(more)
      const failure = { code: 'storage_unavailable', message: expect.stringContaining(words) }
      await expect(storage.put('images/aa.png', Uint8Array.of(1), 'image/png')).rejects.toMatchObject(failure)
      await expect(storage.get('images/aa.png')).rejects.toMatchObject(failure)
      await expect(storage.open('images/aa.png')).rejects.toMatchObject(failure)
      await expect(Array.fromAsync(storage.list('images'))).rejects.toMatchObject(failure)
      await expect(storage.check()).rejects.toMatchObject(failure)
    })
  })
}
