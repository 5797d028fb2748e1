import { z } from 'zod'
import type { World } from '#core/ports/world.ts'
import { shortened } from '#core/words.ts'
import type { DescribedPicture, EventDescription, Tone } from './describe-event.ts'

type Text = { type: 'mrkdwn' | 'plain_text'; text: string }

/** The few blocks of Block Kit that our messages have. */
type Block =
  | { type: 'section'; text: Text }
  | { type: 'section'; fields: Text[] }
  | { type: 'image'; image_url: string; alt_text: string }
  | { type: 'context'; elements: Text[] }

export interface SlackMessage {
  /** Shown in notifications, and where blocks are not. */
  text: string
  blocks: Block[]
}

/** Limits of Slack: characters of a text block, of a field, of a URL of an image. */
const MAX_TEXT = 3000
const MAX_FIELD = 2000
const MAX_URL = 3000
const MAX_PICTURES = 3
const MAX_REASON = 300

const signs: Readonly<Record<Tone, string>> = { good: '✅', warning: '⚠️', bad: '❌', neutral: 'ℹ️' }

/** Slack's own escapes: all that keeps a text from being a link, a mention or a command. */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

const mrkdwn = (text: string): Text => ({ type: 'mrkdwn', text })

/** As many lines as fit, and how many do not. */
function fitting(lines: readonly string[], most: number): string {
  let text = ''
  for (const [index, line] of lines.entries()) {
    const rest = `\n… and ${lines.length - index} more`
    if (text.length + line.length + rest.length + 1 > most) return text + rest
    text += index === 0 ? line : `\n${line}`
  }
  return text
}

/** Slack fetches the picture when it takes the message, and rejects the message when it cannot. */
function imageBlocks(pictures: readonly DescribedPicture[], { publicUrlProblem }: Pick<World, 'publicUrlProblem'>) {
  if (publicUrlProblem !== undefined) return []
  return pictures
    .filter(({ file, fileUrl }) => file.format !== 'webp' && fileUrl.length <= MAX_URL)
    .slice(0, MAX_PICTURES)
    .map(({ fileUrl, alt }): Block => ({ type: 'image', image_url: fileUrl, alt_text: alt }))
}

/** An event as a message for Slack's incoming webhooks. */
export function slackMessage(event: EventDescription, world: Pick<World, 'publicUrlProblem'>): SlackMessage {
  const { tone, title, facts, reasons, pictures, link, isTest } = event
  const heading = `${signs[tone]} *${escapeSlack(title)}*`
  const linked = link === null ? heading : `${heading}\n<${escapeSlack(link.url)}|${escapeSlack(link.text)}>`
  const fields = facts.map(({ name, value }) =>
    mrkdwn(shortened(`*${escapeSlack(name)}*\n${escapeSlack(value)}`, MAX_FIELD)),
  )
  const lines = reasons.map((reason) => `• ${escapeSlack(shortened(reason, MAX_REASON))}`)
  const blocks: Block[] = [{ type: 'section', text: mrkdwn(linked) }]
  if (fields.length > 0) blocks.push({ type: 'section', fields })
  if (lines.length > 0) blocks.push({ type: 'section', text: mrkdwn(fitting(lines, MAX_TEXT)) })
  blocks.push(...imageBlocks(pictures, world))
  if (isTest) blocks.push({ type: 'context', elements: [mrkdwn('This is only a test, sent from Pictable.')] })
  return { text: `${signs[tone]} ${escapeSlack(title)}`, blocks }
}

const storedShape = z.looseObject({ blocks: z.array(z.looseObject({ type: z.string() })) })

/** The text of a stored message without its pictures: Slack rejects a message with one that it cannot fetch. */
export function withoutPictures(body: string): string {
  const message = storedShape.parse(JSON.parse(body))
  return JSON.stringify({ ...message, blocks: message.blocks.filter(({ type }) => type !== 'image') })
}
