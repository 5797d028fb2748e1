import { z } from 'zod'
import type { Random } from '#core/ports/random.ts'
import type { World } from '#core/ports/world.ts'
import { maskUserDefined, secretTextsIn, type UserDefined } from './user-defined.ts'
import type { SigningSecret, Webhook } from './webhook.ts'

export type Headers = Readonly<Record<string, string>>

const headersShape = z.record(z.string(), z.string())
const secretsShape = z.array(z.object({ text: z.string(), expiresAt: z.string().nullable() }))

type Sealing = Pick<World, 'secrets'>

/** Secrets of a webhook are for its URL alone. */
type Receiver = Pick<Webhook, 'id' | 'url'>

const contextOf = (column: string, webhookId: string) => `webhooks.${column}.${webhookId}`

export function sealHeaders({ secrets }: Sealing, { id, url }: Receiver, headers: Headers): string | null {
  if (Object.keys(headers).length === 0) return null
  return secrets.seal(JSON.stringify(headers), contextOf('sealed_headers', id), url)
}

/** Custom headers in the clear: never answered, never logged. @throws AppError `secret_moved` */
export function openHeaders(
  { secrets }: Sealing,
  { id, url, sealedHeaders }: Receiver & Pick<Webhook, 'sealedHeaders'>,
): Headers {
  if (sealedHeaders === null) return {}
  return headersShape.parse(JSON.parse(secrets.open(sealedHeaders, contextOf('sealed_headers', id), url)))
}

export function sealSecrets(
  { secrets }: Sealing,
  { id, url }: Receiver,
  signing: readonly SigningSecret[],
): string | null {
  if (signing.length === 0) return null
  return secrets.seal(JSON.stringify(signing), contextOf('sealed_secrets', id), url)
}

/** Secrets that sign now, newest first, in the clear: shown once, when they are made. @throws AppError `secret_moved` */
export function openSecrets(
  { secrets }: Sealing,
  { id, url, sealedSecrets }: Receiver & Pick<Webhook, 'sealedSecrets'>,
  now: Date,
): SigningSecret[] {
  if (sealedSecrets === null) return []
  const all = secretsShape.parse(JSON.parse(secrets.open(sealedSecrets, contextOf('sealed_secrets', id), url)))
  return all.filter(({ expiresAt }) => expiresAt === null || new Date(expiresAt) > now)
}

const userDefinedShape = z.record(z.string(), z.unknown())

/** What is stored of `user_defined`. */
export function sealUserDefined(
  { secrets }: Sealing,
  { id, url }: Receiver,
  userDefined: UserDefined | null,
): Pick<Webhook, 'userDefined' | 'sealedUserDefined'> {
  if (userDefined === null || secretTextsIn(userDefined).length === 0) return { userDefined, sealedUserDefined: null }
  const sealed = secrets.seal(JSON.stringify(userDefined), contextOf('sealed_user_defined', id), url)
  return { userDefined: maskUserDefined(userDefined), sealedUserDefined: sealed }
}

/** `user_defined` with its secrets in the clear: never answered, never logged. @throws AppError `secret_moved` */
export function openUserDefined(
  { secrets }: Sealing,
  { id, url, userDefined, sealedUserDefined }: Receiver & Pick<Webhook, 'userDefined' | 'sealedUserDefined'>,
): UserDefined | null {
  if (sealedUserDefined === null) return userDefined
  return userDefinedShape.parse(JSON.parse(secrets.open(sealedUserDefined, contextOf('sealed_user_defined', id), url)))
}

/** `whsec_` and the base64 of 32 random bytes. */
export function generateSecret(random: Random): string {
  return `whsec_${btoa(String.fromCharCode(...random.bytes(32)))}`
}
