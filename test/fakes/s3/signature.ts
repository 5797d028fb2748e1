import { createHash, createHmac } from 'node:crypto'
import { z } from 'zod'

/** What a server knows of who calls it. */
export interface Keeper {
  accessKeyId: string
  secretAccessKey: string
  region: string
  now: () => Date
}

export interface SignedCall {
  method: string
  url: URL
  /** Lower-case names. */
  headers: Readonly<Record<string, string | undefined>>
  body: Uint8Array
}

export interface Refusal {
  status: number
  code: string
  message: string
}

const skewMs = 15 * 60_000

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()

interface Claim {
  credential: string
  signedHeaders: string
  signature: string
  /** Such as `20261121T101500Z`. */
  date: string
  payloadHash: string
  /** A presigned address ends so long after its date. */
  expiresSeconds: number | null
}

const inHeader = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/

function claimOf({ url, headers }: SignedCall): Claim | null {
  const [, credential, signedHeaders, signature] = inHeader.exec(headers.authorization ?? '') ?? []
  if (credential !== undefined && signedHeaders !== undefined && signature !== undefined) {
    const [date = '', payloadHash = ''] = [headers['x-amz-date'], headers['x-amz-content-sha256']]
    return { credential, signedHeaders, signature, date, payloadHash, expiresSeconds: null }
  }
  const query = (name: string) => url.searchParams.get(`X-Amz-${name}`) ?? ''
  if (query('Algorithm') !== 'AWS4-HMAC-SHA256') return null
  return {
    credential: query('Credential'),
    signedHeaders: query('SignedHeaders'),
    signature: query('Signature'),
    date: query('Date'),
    payloadHash: 'UNSIGNED-PAYLOAD',
    expiresSeconds: Number(query('Expires')),
  }
}

const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)

function canonicalRequest({ method, url, headers }: SignedCall, { signedHeaders, payloadHash }: Claim): string {
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
  const signed = signedHeaders.split(';').map((name) => `${name}:${(headers[name] ?? '').trim()}\n`)
  return [method, url.pathname, query.join('&'), signed.join(''), signedHeaders, payloadHash].join('\n')
}

function signatureOf(keeper: Keeper, call: SignedCall, claim: Claim): string {
  const [, ...scope] = claim.credential.split('/')
  const text = ['AWS4-HMAC-SHA256', claim.date, scope.join('/'), sha256(canonicalRequest(call, claim))].join('\n')
  let key: Buffer = Buffer.from(`AWS4${keeper.secretAccessKey}`)
  for (const part of scope) key = hmac(key, part)
  return hmac(key, text).toString('hex')
}

const amzDate = z.string().regex(/^\d{8}T\d{6}Z$/)

function timeOf(date: string): number {
  const text = amzDate.parse(date)
  const [day, time] = [text.slice(0, 8), text.slice(9, 15)]
  return Date.parse(
    `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T${time.slice(0, 2)}:${time.slice(2, 4)}:${time.slice(4)}Z`,
  )
}

/** `refusalOf()` checks AWS Signature Version 4 as S3 does; null when it is right. */
export function refusalOf(keeper: Keeper, call: SignedCall): Refusal | null {
  const refuse = (status: number, code: string, message: string) => ({ status, code, message })
  const claim = claimOf(call)
  if (claim === null) return refuse(403, 'AccessDenied', 'Access Denied')
  const [accessKeyId, , region, service] = claim.credential.split('/')
  if (accessKeyId !== keeper.accessKeyId)
    return refuse(403, 'InvalidAccessKeyId', 'The AWS Access Key Id you provided does not exist in our records.')
  if (region !== keeper.region || service !== 's3') {
    const message = `The authorization header is malformed; the region '${region}' is wrong; expecting '${keeper.region}'`
    return refuse(400, 'AuthorizationHeaderMalformed', message)
  }
  const ageMs = keeper.now().getTime() - timeOf(claim.date)
  if (claim.expiresSeconds !== null && ageMs > claim.expiresSeconds * 1000)
    return refuse(403, 'AccessDenied', 'Request has expired')
  if (claim.expiresSeconds === null && Math.abs(ageMs) > skewMs)
    return refuse(
      403,
      'RequestTimeTooSkewed',
      'The difference between the request time and the current time is too large.',
    )
  if (signatureOf(keeper, call, claim) !== claim.signature)
    return refuse(403, 'SignatureDoesNotMatch', 'The request signature we calculated does not match.')
  if (claim.expiresSeconds === null && claim.payloadHash !== sha256(call.body))
    return refuse(400, 'XAmzContentSHA256Mismatch', 'The provided x-amz-content-sha256 header does not match.')
  return null
}

/** `signedHeaders()` signs a call whose headers are these alone. */
export function signedHeaders(keeper: Keeper, call: Omit<SignedCall, 'headers'>): Record<string, string> {
  const date = keeper
    .now()
    .toISOString()
    .replace(/[:-]|\.\d+/g, '')
  const payloadHash = sha256(call.body)
  const headers = { host: call.url.host, 'x-amz-content-sha256': payloadHash, 'x-amz-date': date }
  const credential = `${keeper.accessKeyId}/${date.slice(0, 8)}/${keeper.region}/s3/aws4_request`
  const names = Object.keys(headers).join(';')
  const claim = { credential, signedHeaders: names, signature: '', date, payloadHash, expiresSeconds: null }
  const signature = signatureOf(keeper, { ...call, headers }, claim)
  const authorization = `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names}, Signature=${signature}`
  return { 'x-amz-content-sha256': payloadHash, 'x-amz-date': date, authorization }
}
