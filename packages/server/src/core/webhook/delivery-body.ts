import { z } from 'zod'
import type { World } from '#core/ports/world.ts'
import type { Delivery } from './webhook.ts'

/** The bytes of a delivery that contain secrets, with what decides where they may go. */
export interface SecretBody {
  body: string
  /** Of `user_defined`, in the clear. */
  secrets: readonly string[]
  /** The URL that the secrets were entered for. */
  url: string
}

const secretBodyShape = z.object({ body: z.string(), secrets: z.array(z.string()), url: z.string() })

const contextOf = (deliveryId: string) => `deliveries.sealed_body.${deliveryId}`

export function sealBody({ secrets }: Pick<World, 'secrets'>, deliveryId: string, secretBody: SecretBody): string {
  return secrets.seal(JSON.stringify(secretBody), contextOf(deliveryId))
}

/** null for a delivery without secrets: its `body` is what is sent. */
export function openBody(
  { secrets }: Pick<World, 'secrets'>,
  { id, sealedBody }: Pick<Delivery, 'id' | 'sealedBody'>,
): SecretBody | null {
  if (sealedBody === null) return null
  return secretBodyShape.parse(JSON.parse(secrets.open(sealedBody, contextOf(id))))
}

/**
 * Whether the body may go to the webhook as it is now: its URL is still the one that the secrets were entered for, or each
 * of them was entered again for the new one.
 */
export function maySendBody(
  { secrets, url }: SecretBody,
  webhook: { url: string; bodySecrets: readonly string[] },
): boolean {
  return url === webhook.url || secrets.every((secret) => webhook.bodySecrets.includes(secret))
}
