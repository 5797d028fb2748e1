import { newToken } from '#core/ids.ts'
import type { World } from '#core/ports/world.ts'
import type { Action } from './action.ts'

/** What opens the feed of an action; both are null when it has none. */
type FeedToken = Pick<Action, 'feedTokenHash' | 'sealedFeedToken'>

export const NO_FEED: FeedToken = { feedTokenHash: null, sealedFeedToken: null }

export const FEED_FORMATS = ['csv', 'xml'] as const

export type FeedFormat = (typeof FEED_FORMATS)[number]

const contextOf = (actionId: string) => `actions.sealed_feed_token.${actionId}`

/** An action that has a feed keeps its token. */
export function feedToken(
  { digest, random, secrets }: Pick<World, 'digest' | 'random' | 'secrets'>,
  { id, feedTokenHash, sealedFeedToken }: FeedToken & { id: string },
  isWanted: boolean,
): FeedToken {
  if (!isWanted) return NO_FEED
  if (feedTokenHash !== null) return { feedTokenHash, sealedFeedToken }
  const token = newToken({ random })
  return { feedTokenHash: digest.sha256(token), sealedFeedToken: secrets.seal(token, contextOf(id)) }
}

/** The URLs of the feed of an action; null when it has none. */
export function feedUrls(
  { publicUrl, secrets }: Pick<World, 'publicUrl' | 'secrets'>,
  { id, sealedFeedToken }: Pick<Action, 'id' | 'sealedFeedToken'>,
): Record<FeedFormat, string> | null {
  if (sealedFeedToken === null) return null
  const start = `${publicUrl}/v1/feeds/${secrets.open(sealedFeedToken, contextOf(id))}/products`
  return { csv: `${start}.csv`, xml: `${start}.xml` }
}
