import { sameDigest } from '#core/access/authenticate.ts'
import type { UrlKey } from '#core/access/url-key.ts'
import { base64url, openUrlSecret } from '#core/access/url-key-secret.ts'
import { AppError } from '#core/errors.ts'
import type { World } from '#core/ports/world.ts'

/** What a signed address says, read only after its signature has been checked. */
export interface SignedTarget {
  key: UrlKey
  templateId: string
  extension: string
  /** Names and values as they were written, in their order; `kid` is not among them. */
  pairs: readonly (readonly [name: string, value: string])[]
}

const mostCharacters = 8192

/** `/i/<template>.<extension>?<pairs>kid=<key>&sig=<43 characters>`, and nothing that is not visible ASCII. */
const form =
  /^(\/i\/([A-Za-z0-9_-]{1,64})\.([a-z0-9]{2,5})\?(?:([!-~]*)&)?kid=([A-Za-z0-9_]{1,64}))&sig=([A-Za-z0-9_-]{43})$/

/** Stands in for the secret of a key that is not there, so that the time of a refusal does not tell. */
const nobodysSecret = 'uksec_'

const touchAfterMs = 60_000

const utf8 = (text: string) => new TextEncoder().encode(text)

/** HMAC-SHA256 in base64url: what `sig` must be. */
export async function signatureOf(secret: string, signed: string): Promise<string> {
  const key = await crypto.subtle.importKey('raw', utf8(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return base64url(new Uint8Array(await crypto.subtle.sign('HMAC', key, utf8(signed))))
}

function unsigned(): AppError {
  return new AppError(
    'signature_invalid',
    'The signature of this URL is invalid: the URL was changed, kid and sig are not its last two parameters, or the key was revoked. Sign it again.',
  )
}

/** Form encoding, strictly: whatever could be read in two ways is refused. @throws AppError `invalid_request` */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch (cause) {
    throw new AppError('invalid_request', 'A value of this URL is not percent-encoded UTF-8.', { cause })
  }
}

function pairsOf(query: string): [string, string][] {
  if (query === '') return []
  return query.split('&').map((part) => {
    const at = part.indexOf('=')
    if (at < 0) throw new AppError('invalid_request', 'Every parameter of this URL must be name=value.')
    return [decoded(part.slice(0, at)), decoded(part.slice(at + 1))]
  })
}

/**
 * Checks the signature of an address: path and query exactly as they came, up to `&sig=`. Nothing is read from it, and
 * nothing tells whether key or template exist, before the signature is known to be good.
 * @throws AppError `signature_invalid`
 */
export async function verifyTarget(
  world: Pick<World, 'clock' | 'data' | 'secrets'>,
  target: string,
): Promise<SignedTarget> {
  const parts = target.length <= mostCharacters ? form.exec(target) : null
  if (parts === null) throw unsigned()
  const [, signed = '', templateId = '', extension = '', query = '', keyId = '', signature = ''] = parts
  const key = await world.data.urlKeys.get(keyId)
  const secret = key === null ? nobodysSecret : openUrlSecret(world, key)
  const isGenuine = sameDigest(await signatureOf(secret, signed), signature)
  if (key === null || !isGenuine || key.revokedAt !== null) throw unsigned()
  const now = world.clock.now()
  if (key.lastUsedAt === null || now.getTime() - key.lastUsedAt.getTime() > touchAfterMs)
    await world.data.urlKeys.touch(key.id, now)
  return { key, templateId, extension, pairs: pairsOf(query) }
}
