import { describe, expect, test } from 'vitest'
import { isMissingObject, s3Failure } from './failure.ts'

const place = { bucket: 'pictures', address: 's3://pictures/cards', endpoint: 'https://s3.example.com' }
const put = { doing: 'store images/aa.png', needs: 's3:PutObject' }

function errorOf(fields: object): Error {
  return Object.assign(new Error('a detail that is not shown'), fields)
}

const status = (httpStatusCode: number) => ({ $metadata: { httpStatusCode } })

describe('s3Failure()', () => {
  test.each([
    [{ name: 'NoSuchBucket', ...status(404) }, 'there is no bucket "pictures". Create it'],
    [{ name: 'AccessDenied', ...status(403) }, 'Allow s3:PutObject on the bucket "pictures"'],
    [{ name: 'UnknownError', ...status(403) }, 'the credentials lack permission'],
    [{ name: 'InvalidAccessKeyId', ...status(403) }, 'the access key is unknown'],
    [{ name: 'SignatureDoesNotMatch', ...status(403) }, 'the secret key does not match the access key'],
    [{ name: 'ExpiredToken', ...status(400) }, 'the session token has expired'],
    [{ name: 'CredentialsProviderError' }, 'there are no credentials'],
    [{ name: 'RequestTimeTooSkewed', ...status(403) }, 'the clock of this machine is wrong'],
    [
      { name: 'PermanentRedirect', ...status(301), $response: { headers: { 'x-amz-bucket-region': 'eu-west-3' } } },
      'Set AWS_REGION=eu-west-3',
    ],
    [
      {
        name: 'AuthorizationHeaderMalformed',
        message: "the region 'a' is wrong; expecting 'eu-west-3'",
        ...status(400),
      },
      'Set AWS_REGION=eu-west-3',
    ],
    [{ name: 'UnknownError', ...status(301) }, 'is in another region or at another endpoint'],
    [{ name: 'Error', message: 'Region is missing' }, 'no region is set. Set AWS_REGION'],
    [{ name: 'SlowDown', ...status(503) }, 'limits the requests'],
    [{ name: 'InternalError', ...status(500) }, 'has an internal error'],
    [{ name: 'UnknownError', ...status(507) }, 'the storage is full'],
    [{ name: 'Error', code: 'ENOTFOUND' }, 'the name of https://s3.example.com cannot be resolved'],
    [{ name: 'Error', code: 'ECONNREFUSED' }, 'no server is listening at https://s3.example.com'],
    [{ name: 'TimeoutError', code: 'ECONNRESET' }, 'closed the connection'],
    [{ name: 'TimeoutError' }, 'did not respond in time'],
    [{ name: 'Error', code: 'SELF_SIGNED_CERT_IN_CHAIN' }, 'PICTABLE_CA_FILE'],
    [{ name: 'Error', code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, 'PICTABLE_S3_PATH_STYLE=true'],
    [{ name: 'NotImplemented', ...status(501) }, 'has an internal error'],
    [{ name: 'MalformedXML', ...status(400) }, 'https://s3.example.com rejected the request'],
  ])('tells %j in words', (fields, words) => {
    const failure = s3Failure(errorOf(fields), place, put)
    expect(failure.code).toBe('storage_unavailable')
    expect(failure.message).toContain('Cannot store images/aa.png in s3://pictures/cards: ')
    expect(failure.message).toContain(words)
    expect(failure.message).not.toContain('a detail that is not shown')
  })

  test('says when to come again to a bucket that is too busy', () => {
    expect(s3Failure(errorOf({ name: 'SlowDown' }), place, put).retryAfterMs).toBe(5000)
    expect(s3Failure(errorOf({ name: 'AccessDenied' }), place, put).retryAfterMs).toBeUndefined()
  })
})

describe('isMissingObject()', () => {
  test('tells an object that is not there from a bucket that is not there', () => {
    expect(isMissingObject(errorOf({ name: 'NoSuchKey' }))).toBe(true)
    expect(isMissingObject(errorOf({ name: 'NotFound' }))).toBe(true)
    expect(isMissingObject(errorOf({ name: 'NoSuchBucket' }))).toBe(false)
    expect(isMissingObject('nothing')).toBe(false)
  })
})
