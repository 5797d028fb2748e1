import type { Random } from '#core/ports/random.ts'
import type { World } from '#core/ports/world.ts'
import type { UrlKey } from './url-key.ts'

const contextOf = (id: string) => `url_keys.sealed_secret.${id}`

/** Bytes in the alphabet of addresses, without padding (RFC 4648, section 5). */
export function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** `uksec_` and 32 random bytes. */
export function generateUrlSecret(random: Random): string {
  return `uksec_${base64url(random.bytes(32))}`
}

export function sealUrlSecret({ secrets }: Pick<World, 'secrets'>, id: string, secret: string): string {
  return secrets.seal(secret, contextOf(id))
}

export function openUrlSecret(
  { secrets }: Pick<World, 'secrets'>,
  { id, sealedSecret }: Pick<UrlKey, 'id' | 'sealedSecret'>,
): string {
  return secrets.open(sealedSecret, contextOf(id))
}
