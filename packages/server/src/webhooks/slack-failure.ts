import type { Failure } from '@pictable/model/failure'

const newUrl = 'Create another incoming webhook in Slack, change the URL here, then resume the webhook.'

interface Known {
  what: string
  cure: string
  /** Nothing sent there will arrive until someone changes something: the webhook is paused, and its deliveries wait. */
  isGone?: true
}

const rateLimited: Known = {
  what: 'too many messages were sent to it',
  cure: 'The message is sent again when Slack allows it.',
}

/** The words that Slack answers with, and what to do about each. */
const known: Readonly<Record<string, Known>> = {
  no_service: { what: 'the incoming webhook was deleted or disabled', cure: newUrl, isGone: true },
  no_service_id: { what: 'the URL is incomplete', cure: newUrl, isGone: true },
  no_team: { what: 'the workspace does not exist', cure: newUrl, isGone: true },
  team_disabled: { what: 'the workspace was disabled', cure: newUrl, isGone: true },
  no_active_hooks: { what: 'the incoming webhook was disabled', cure: newUrl, isGone: true },
  invalid_token: { what: 'the URL is wrong', cure: newUrl, isGone: true },
  no_token: { what: 'the URL is incomplete', cure: newUrl, isGone: true },
  channel_not_found: { what: 'the channel was deleted, or the app was removed from it', cure: newUrl, isGone: true },
  channel_is_archived: {
    what: 'the channel is archived',
    cure: 'Unarchive it, or change the URL to that of another channel, then resume the webhook.',
    isGone: true,
  },
  user_not_found: { what: 'the person was removed from the workspace', cure: newUrl, isGone: true },
  action_prohibited: {
    what: 'an administrator of the workspace does not allow this message',
    cure: 'Ask them to allow incoming webhooks in this channel.',
  },
  posting_to_general_channel_denied: {
    what: 'the workspace does not allow it in the general channel',
    cure: 'Choose another channel in Slack.',
  },
  invalid_payload: { what: 'it cannot read the message', cure: 'Check that the URL is that of an incoming webhook.' },
  invalid_blocks: {
    what: 'it cannot show the message, usually because it cannot fetch a picture',
    cure: 'The next attempt sends the message without pictures.',
  },
  rate_limited: rateLimited,
}

/** What products say that have no words of Slack, by status. */
const byStatus: ReadonlyMap<number, Known> = new Map([
  [404, { what: 'there is no incoming webhook at the URL', cure: newUrl, isGone: true }],
  [410, { what: 'there is no incoming webhook at the URL any more', cure: newUrl, isGone: true }],
  [429, rateLimited],
])

/** What an answer of Slack means. `error`: null when it says no more than its status. */
export function slackFailure(status: number, body: string): { error: Failure | null; isGone: boolean } {
  const word = /^[a-z_]{1,60}$/.exec(body.trim())?.[0] ?? ''
  const found = (Object.hasOwn(known, word) ? known[word] : undefined) ?? byStatus.get(status)
  if (found === undefined) return { error: null, isGone: false }
  const { what, cure, isGone = false } = found
  const said = word === '' ? `${status}` : `${status} ${word}`
  return { error: { code: isGone ? 'gone' : 'status', message: `Slack returned ${said}: ${what}. ${cure}` }, isGone }
}
