import { describe, expect, test } from 'vitest'
import type { EventDescription } from './describe-event.ts'
import { mailMessage, parseMailMessage, withPictures } from './mail-message.ts'
import type { Webhook } from './webhook.ts'

const file = { format: 'jpeg', hash: 'abc', sizeBytes: 1, widthPx: 8, heightPx: 8 } as const
const hostile = '<img src=x onerror=alert(1)> "quoted" & \'single\''
const event: EventDescription = {
  tone: 'bad',
  title: `Cards\r\nBcc: a@b.example ${hostile}`,
  facts: [{ name: 'Failed', value: '1' }],
  reasons: [`1 record: ${hostile}\nsecond line`],
  pictures: [{ url: 'https://x.example/a.png?a=1&b="', fileUrl: 'https://x.example/a.jpg', alt: hostile, file }],
  link: { url: 'https://x.example/runs/run_1', text: 'Open the run' },
  isTest: false,
}
const webhook: Webhook = {
  ...{ id: 'wh_1', name: `Ops ${hostile}`, url: 'mailto:ops@shop.example' },
  format: 'email',
  ...{ sealedHeaders: null, sealedSecrets: null, userDefined: null, sealedUserDefined: null },
  ...{
    events: null,
    onlyFailures: false,
    actionIds: null,
    timeoutMs: 1000,
    pause: null,
    failingSince: null,
    failedAttempts: 0,
    revision: 1,
  },
  ...{ createdAt: new Date(0), updatedAt: new Date(0) },
}
const message = mailMessage(event, { webhook, publicUrl: 'https://x.example' })

describe('mailMessage()', () => {
  test('has a subject of one line, and HTML in which nothing of the event is markup', () => {
    expect(message.subject).toMatch(/^Cards Bcc: a@b\.example <img/)
    expect(message.subject).not.toMatch(/\p{Cc}/u)
    expect(message.html.match(/<img/g)).toHaveLength(1)
    expect(message.html).not.toContain('onerror=alert(1)>')
    expect(message.html).toContain('href="https://x.example/a.png?a=1&amp;b=&quot;"')
    expect(message.text).toContain('Open the run: https://x.example/runs/run_1')
    expect(message.text).toContain('https://x.example/webhooks/wh_1')
  })

  test('is read back as it was stored, with the place of each picture', () => {
    expect(parseMailMessage(JSON.stringify(message))).toEqual(message)
    expect(message.pictures).toEqual([{ cid: 'picture-1', file: 'images/abc.jpg', type: 'image/jpeg' }])
  })

  test('withPictures() leaves out pictures that are gone, and keeps their words', () => {
    expect(withPictures(message.html, new Set(['picture-1']))).toBe(message.html)
    const without = withPictures(message.html, new Set())
    expect(without).not.toContain('<img')
    expect(without).toContain('&lt;img src=x')
  })
})
