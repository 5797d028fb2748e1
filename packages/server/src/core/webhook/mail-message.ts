import { z } from 'zod'
import { contentTypeOf, imageKey } from '#core/image/image-url.ts'
import type { World } from '#core/ports/world.ts'
import { escapeMarkup, shortened } from '#core/words.ts'
import type { DescribedPicture, EventDescription, Tone } from './describe-event.ts'
import type { Webhook } from './webhook.ts'

const messageShape = z.object({
  subject: z.string(),
  text: z.string(),
  /** Names each picture as `cid:<cid>`. */
  html: z.string(),
  pictures: z.array(z.object({ cid: z.string(), file: z.string(), type: z.string() })),
})

/** An email as it is stored: its pictures are read when it is sent. */
export type MailMessage = z.output<typeof messageShape>

export const parseMailMessage = (body: string): MailMessage => messageShape.parse(JSON.parse(body))

const MAX_SUBJECT = 180
const colors: Readonly<Record<Tone, string>> = {
  good: '#15803d',
  warning: '#b45309',
  bad: '#b91c1c',
  neutral: '#475569',
}

/** On one line, whatever is in it. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

const cidOf = (index: number) => `picture-${index + 1}`

function footerOf({ name, url }: Pick<Webhook, 'name' | 'url'>): string {
  return `You get this message because you are a recipient of "${oneLine(name ?? url)}" in Pictable. Change the recipients here:`
}

function writeText({ title, facts, reasons, pictures, link }: EventDescription, footer: string, settingsUrl: string) {
  return [
    title,
    facts.map(({ name, value }) => `${name}: ${value}`).join('\n'),
    reasons.map((reason) => `- ${oneLine(reason)}`).join('\n'),
    pictures.map(({ alt, url }) => `${oneLine(alt)}: ${url}`).join('\n'),
    link === null ? '' : `${link.text}: ${link.url}`,
    `-- \n${footer}\n${settingsUrl}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

const cell = 'padding:2px 16px 2px 0;vertical-align:top'

function factRows(facts: EventDescription['facts']): string {
  const rows = facts.map(
    ({ name, value }) =>
      `<tr><td style="${cell};color:#64748b">${escapeMarkup(name)}</td><td style="${cell}">${escapeMarkup(value)}</td></tr>`,
  )
  return rows.length === 0
    ? ''
    : `<table role="presentation" style="margin:0 0 16px;border-spacing:0">${rows.join('')}</table>`
}

function reasonList(reasons: readonly string[]): string {
  const items = reasons.map((reason) => `<li style="margin:0 0 4px">${escapeMarkup(reason)}</li>`)
  return items.length === 0 ? '' : `<ul style="margin:0 0 16px;padding:0 0 0 20px">${items.join('')}</ul>`
}

function pictureLinks(pictures: readonly DescribedPicture[]): string {
  const links = pictures.map(
    ({ url, alt }, index) =>
      `<a href="${escapeMarkup(url)}" style="display:inline-block;margin:0 8px 8px 0"><img src="cid:${cidOf(index)}" alt="${escapeMarkup(alt)}" style="display:block;max-width:240px;max-height:240px;border:1px solid #e2e8f0;border-radius:6px"></a>`,
  )
  return links.length === 0 ? '' : `<div style="margin:0 0 16px">${links.join('')}</div>`
}

function writeHtml(event: EventDescription, footer: string, settingsUrl: string): string {
  const { tone, title, facts, reasons, pictures, link } = event
  const button =
    link === null
      ? ''
      : `<p style="margin:0 0 24px"><a href="${escapeMarkup(link.url)}" style="display:inline-block;padding:8px 16px;border-radius:6px;background:#4f46e5;color:#ffffff;text-decoration:none">${escapeMarkup(link.text)}</a></p>`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escapeMarkup(title)}</title></head>
<body style="margin:0;padding:24px;font:15px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<div style="max-width:560px;margin:0 auto">
<h1 style="margin:0 0 16px;padding:0 0 0 12px;border-left:4px solid ${colors[tone]};font-size:18px">${escapeMarkup(title)}</h1>
${factRows(facts)}${reasonList(reasons)}${pictureLinks(pictures)}${button}<p style="margin:0;padding:12px 0 0;border-top:1px solid #e2e8f0;font-size:13px;color:#64748b">${escapeMarkup(footer)} <a href="${escapeMarkup(settingsUrl)}" style="color:#64748b">${escapeMarkup(settingsUrl)}</a></p>
</div></body></html>`
}

/** An event as an email, as text and as HTML. */
export function mailMessage(
  event: EventDescription,
  { webhook, publicUrl }: Pick<World, 'publicUrl'> & { webhook: Webhook },
): MailMessage {
  const footer = footerOf(webhook)
  const settingsUrl = `${publicUrl}/webhooks/${webhook.id}`
  return {
    subject: shortened(oneLine(event.title), MAX_SUBJECT),
    text: writeText(event, footer, settingsUrl),
    html: writeHtml(event, footer, settingsUrl),
    pictures: event.pictures.map(({ file }, index) => ({
      cid: cidOf(index),
      file: imageKey(file),
      type: contentTypeOf(file.format),
    })),
  }
}

/** The HTML with those pictures only that are still there. */
export function withPictures(html: string, cids: ReadonlySet<string>): string {
  return html.replaceAll(/<img src="cid:([\w-]+)" alt="([^"]*)"[^<>]*>/g, (tag, cid: string, alt: string) =>
    cids.has(cid) ? tag : alt,
  )
}
