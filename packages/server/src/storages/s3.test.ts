import { describe, expect, test } from 'vitest'
import { AppError } from '#core/errors.ts'
import { openStorage, parseStorageAddress } from './index.ts'
import { createS3Storage } from './s3/create-s3-storage.ts'

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

  test('refuses what is no key', async () => {
    await expect(createS3Storage(address, settings).get('../secret')).rejects.toMatchObject({ code: 'internal' })
  })
})

describe('parseStorageAddress()', () => {
  test.each([
    ['disk', { kind: 'disk' }],
    ['s3://pictures', { kind: 's3', bucket: 'pictures', prefix: '' }],
    ['s3://pictures/', { kind: 's3', bucket: 'pictures', prefix: '' }],
    ['s3://my.pictures/a/b/', { kind: 's3', bucket: 'my.pictures', prefix: 'a/b' }],
  ])('reads %s', (text, expected) => {
    expect(parseStorageAddress(text)).toEqual(expected)
  })

  test.each([
    ...['', 'tape', 'S3://pictures', 's3://', 's3://p', 's3://pictures//a', 's3://pictures/../a', 's3://a b'],
    ...['s3://pictures/a/..', 's3://pictures/..', 's3://pictures/.', 's3://pictures/a/./b', 's3://pictures/a//'],
  ])('refuses %j', (text) => {
    expect(parseStorageAddress(text)).toBeNull()
  })
})

describe('openStorage()', () => {
  test('opens either kind', async () => {
    const where = { dir: '/nowhere', s3: { ...settings, publicUrl: 'https://cdn.example' } }
    expect(await (await openStorage({ kind: 'disk' }, where)).addressOf('images/aa.png')).toBeNull()
    expect(await (await openStorage({ kind: 's3', ...address }, where)).addressOf('images/aa.png')).not.toBeNull()
  })
})
