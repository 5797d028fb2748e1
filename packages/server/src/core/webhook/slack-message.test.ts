import { describe, expect, test } from 'vitest'
import type { EventDescription } from './describe-event.ts'
import { slackMessage, withoutPictures } from './slack-message.ts'

const file = { format: 'jpeg', hash: 'a', sizeBytes: 1, widthPx: 8, heightPx: 8 } as const
const picture = { url: 'https://x.example/a.png', fileUrl: 'https://x.example/a.jpg', alt: 'Cup', file }
const event: EventDescription = {
  tone: 'warning',
  title: 'Cards: run completed',
  facts: [{ name: 'Rendered', value: '2' }],
  reasons: ['1 record: no price'],
  pictures: [picture],
  link: { url: 'https://x.example/runs/run_1', text: 'Open the run' },
  isTest: false,
}
const world = { publicUrlProblem: undefined }

describe('slackMessage()', () => {
  test('stays within the limits of Slack, whatever an event says', () => {
    const long = '&'.repeat(10_000)
    const huge = {
      ...event,
      title: '&'.repeat(120),
      facts: Array.from({ length: 8 }, () => ({ name: 'Rendered', value: '1' })),
      reasons: Array.from({ length: 40 }, () => long),
      pictures: Array.from({ length: 60 }, () => picture),
    }
    const { text, blocks } = slackMessage(huge, world)
    expect(blocks.length).toBeLessThanOrEqual(50)
    expect(text.length).toBeLessThan(4000)
    for (const block of blocks) {
      if ('text' in block) expect(block.text.text.length).toBeLessThanOrEqual(3000)
      if ('fields' in block) expect(block.fields.length).toBeLessThanOrEqual(10)
    }
    expect(JSON.stringify(blocks)).toMatch(/… and \d+ more/)
    // No escape is cut in half.
    expect(JSON.stringify(blocks)).not.toMatch(/&(?!amp;|lt;|gt;)/)
  })

  test('has pictures only where Slack can fetch them, in a format that it shows', () => {
    const typesOf = (changed: Partial<EventDescription>, publicUrlProblem?: string) =>
      slackMessage({ ...event, ...changed }, { publicUrlProblem }).blocks.map(({ type }) => type)
    expect(typesOf({})).toEqual(['section', 'section', 'section', 'image'])
    expect(typesOf({}, 'which only this machine can reach')).not.toContain('image')
    expect(typesOf({ pictures: [{ ...picture, file: { ...file, format: 'webp' } }] })).not.toContain('image')
  })

  test('withoutPictures() leaves all the rest as it was', () => {
    const message = slackMessage(event, world)
    expect(JSON.parse(withoutPictures(JSON.stringify(message)))).toEqual({
      ...message,
      blocks: message.blocks.filter(({ type }) => type !== 'image'),
    })
  })
})
