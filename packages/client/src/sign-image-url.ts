import type { ImageFormat } from '@pictable/model/image'

/** What is put into the template, by the names that it binds. */
export type ImageValues = Readonly<Record<string, string | number | boolean>>

export interface SignImageUrlOptions {
  /** Where Pictable is reached, such as `https://pictable.example.com`. */
  baseUrl: string
  /** A URL key: what `POST /v1/url-keys` answered. */
  keyId: string
  secret: string
  templateId: string
  /** Default: png. */
  format?: ImageFormat
  /** Pictures are `asset:<id>` or begin with `https://`. */
  values?: ImageValues
  /** Pins a version of the template; the published one when absent. */
  version?: number
  /** Pixels; the height follows. */
  width?: number
  /** Multiplies the template's size; instead of `width`. */
  scale?: number
  quality?: number
  /** When the address stops working; only a key with `allow_permanent` may do without. */
  expiresAt?: Date
}

const mostCharacters = 8192

/** Names that mean something else; a dot in front makes a value of them. */
const settingNames = new Set(['v', 'width', 'scale', 'quality', 'exp', 'kid', 'sig'])

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

async function signatureOf(secret: string, signed: string): Promise<string> {
  const key = await crypto.subtle.importKey('raw', utf8(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', key, utf8(signed)))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

function queryOf(options: SignImageUrlOptions): string {
  const { values = {}, version, width, scale, quality, expiresAt, keyId } = options
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    query.append(settingNames.has(name) || name.startsWith('.') ? `.${name}` : name, String(value))
  }
  const exp = expiresAt && Math.floor(expiresAt.getTime() / 1000)
  for (const [name, number] of Object.entries({ v: version, width, scale, quality, exp })) {
    if (number === undefined) continue
    if (!Number.isFinite(number)) throw new TypeError(`signImageUrl(): ${name} is not a number`)
    query.append(name, String(number))
  }
  query.append('kid', keyId)
  return query.toString()
}

/**
 * `signImageUrl()` makes an address under which an image is rendered when it is opened, from these values and no others.
 * It runs wherever WebCrypto does; the secret must not reach a browser.
 * @throws TypeError when the address would be longer than 8192 characters, or has a number or date that is none
 */
export async function signImageUrl(options: SignImageUrlOptions): Promise<string> {
  const { baseUrl, templateId, format = 'png', secret } = options
  if (secret === '') throw new TypeError('signImageUrl() needs the secret of a URL key')
  const path = `/i/${encodeURIComponent(templateId)}.${format === 'jpeg' ? 'jpg' : format}`
  const signed = `${path}?${queryOf(options)}`
  const target = `${signed}&sig=${await signatureOf(secret, signed)}`
  if (target.length > mostCharacters) {
    throw new TypeError(`signImageUrl(): the URL has ${target.length} characters, the maximum is ${mostCharacters}`)
  }
  return `${baseUrl.replace(/(?<!\/)\/+$/, '')}${target}`
}
