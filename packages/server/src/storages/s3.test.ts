import { describe, expect, test } from 'vitest'
import { AppError } from '#core/errors.ts'
import { httpAnswer, startServer } from '#net/loopback.test-kit.ts'
import { createS3Storage } from './s3/create-s3-storage.ts'
import { s3 } from './s3.ts'

const address = { bucket: 'pictures', prefix: 'cards' }
const settings = {
  // Port 9 takes nothing on loopback.
  endpoint: 'http://127.0.0.1:9',
  credentials: { accessKeyId: 'access', secretAccessKey: 'secret' },
}

describe('createS3Storage()', () => {
  test('addressOf() leads through us, to the public address, or to a signed one', async () => {
    const addressWith = (more: object) => createS3Storage(address, { ...settings, ...more }).addressOf('images/aa.png')
    expect(await addressWith({})).toBeNull()
    const publicUrl = 'https://cdn.example'
    expect(await addressWith({ publicUrl })).toEqual({
      url: 'https://cdn.example/images/aa.png',
      goodForSeconds: 3600,
    })
    const signed = await addressWith({ signedUrlSeconds: 600 })
    expect(signed?.goodForSeconds).toBe(600)
    const { pathname, searchParams } = new URL(signed?.url ?? '')
    expect(pathname).toBe('/pictures/cards/images/aa.png')
    expect(searchParams.get('X-Amz-Expires')).toBe('600')
    const storage = createS3Storage(address, { ...settings, signedUrlSeconds: 600 })
    const named = await storage.addressOf('images/aa.png', 'inline; filename="Mug.png"')
    expect(new URL(named?.url ?? '').searchParams.get('response-content-disposition')).toBe(
      'inline; filename="Mug.png"',
    )
  })

  test('names the bucket in the host name of AWS, in the path of other endpoints unless told', async () => {
    const hostWith = async (more: object) => {
      const { credentials } = settings
      const storage = createS3Storage(address, { credentials, signedUrlSeconds: 60, region: 'eu-west-1', ...more })
      const { host, pathname } = new URL((await storage.addressOf('images/aa.png'))?.url ?? '')
      return host + pathname
    }
    expect(await hostWith({})).toBe('pictures.s3.eu-west-1.amazonaws.com/cards/images/aa.png')
    const endpoint = 'https://s3.example.com'
    expect(await hostWith({ endpoint })).toBe('s3.example.com/pictures/cards/images/aa.png')
    expect(await hostWith({ endpoint, pathStyle: false })).toBe('pictures.s3.example.com/cards/images/aa.png')
  })

  test('says what, where and why when nothing answers', async () => {
    const storage = createS3Storage(address, settings)
    const failure = await storage.put('images/aa.png', Uint8Array.of(1), 'image/png').catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(AppError)
    expect(failure).toMatchObject({
      code: 'storage_unavailable',
      message:
        'Cannot store images/aa.png in s3://pictures/cards: no server is listening at http://127.0.0.1:9. Check that it is running, and AWS_ENDPOINT_URL_S3 (ECONNREFUSED).',
    })
    await expect(storage.check()).rejects.toMatchObject({ code: 'storage_unavailable' })
  })

  test('files that nobody reads to their end keep no other request waiting', async () => {
    const { port } = await startServer((socket, sent) => {
      if (sent.startsWith('GET')) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000000000\r\n\r\nx')
      if (sent.startsWith('PUT')) socket.write(httpAnswer(200, {}))
    })
    const storage = createS3Storage(address, { ...settings, endpoint: `http://127.0.0.1:${port}` })
    const opening = Array.from({ length: 60 }, () => storage.open('images/aa.png'))
    for (const file of opening) file.catch(() => {})
    await Promise.all(opening.slice(0, 50))
    await storage.put('images/bb.png', Uint8Array.of(1), 'image/png')
    await storage.close()
  })

  test('refuses what is no key', async () => {
    await expect(createS3Storage(address, settings).get('../secret')).rejects.toMatchObject({ code: 'internal' })
  })
})

describe('s3', () => {
  test.each([
    ['s3://pictures', { name: 'pictures', prefix: '' }],
    ['s3://pictures/', { name: 'pictures', prefix: '' }],
    ['s3://my.pictures/a/b/', { name: 'my.pictures', prefix: 'a/b' }],
  ])('reads %s', (text, bucket) => {
    const parsed = s3.parse(text)
    expect(parsed).toMatchObject({ kind: 's3', bucket })
    expect(parsed?.place({})).toBe(text)
  })

  test.each([
    ...['', 'disk', 'S3://pictures', 's3://', 's3://p', 's3://pictures//a', 's3://pictures/../a', 's3://a b'],
    ...['s3://pictures/a/..', 's3://pictures/..', 's3://pictures/.', 's3://pictures/a/./b', 's3://pictures/a//'],
  ])('refuses %j', (text) => {
    expect(s3.parse(text)).toBeNull()
  })

  const signed = { PICTABLE_S3_SIGNED_URL_SECONDS: 60 }
  const ours = { AWS_ENDPOINT_URL: 'http://127.0.0.1:9/path', AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:7' }

  test.each([
    ['none unless told', ours, []],
    ['the public URL', { ...ours, PICTABLE_S3_PUBLIC_URL: 'https://cdn.example/cards' }, ['https://cdn.example']],
    ['the endpoint of S3', { ...ours, ...signed }, ['http://127.0.0.1:7']],
    ['any host of AWS without an endpoint', signed, ['https://*.amazonaws.com']],
  ])('origins() are those that browsers are sent to: %s', (_, settings, origins) => {
    expect(s3.parse('s3://pictures')?.origins?.(settings)).toEqual(origins)
  })

  test('open() uses the endpoint, the credentials and the prefix of the settings', async () => {
    const storage = await s3.parse('s3://pictures/cards')?.open({
      ...{ ...ours, ...signed, AWS_ACCESS_KEY_ID: 'access', AWS_SECRET_ACCESS_KEY: 'secret' },
      AWS_SESSION_TOKEN: 'session',
    })
    const { origin, pathname, searchParams } = new URL((await storage?.addressOf('images/aa.png'))?.url ?? '')
    expect(origin + pathname).toBe('http://127.0.0.1:7/pictures/cards/images/aa.png')
    expect(searchParams.get('X-Amz-Credential')).toMatch(/^access\//)
    expect(searchParams.get('X-Amz-Security-Token')).toBe('session')
    await storage?.close()
  })
})
