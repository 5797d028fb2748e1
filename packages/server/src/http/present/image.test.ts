import { expect, test } from 'vitest'
import type { Image } from '#core/image/image.ts'
import { presentImage } from './image.ts'

test('presentImage() leaves out what older reports have of processes', () => {
  const file = { hash: 'f'.repeat(64), format: 'png' as const, widthPx: 10, heightPx: 10, sizeBytes: 100 }
  const image: Image = {
    ...{ id: 'img_1', actionId: 'act_1', runId: 'run_1', recordId: 'rec_1', templateId: 'tpl_1', templateVersion: 1 },
    ...{ output: null, fileName: null, design: null, values: {}, modifications: [], sequence: null, metadata: null },
    ...{ files: [file], thumbnail: null, preview: null, webhookIds: [], unpublishedAt: null, createdAt: new Date(0) },
    report: { ms: { draw: 3 }, warnings: [], firstOfProcess: true },
  }
  expect(presentImage(image, 'https://pictable.example').report).toEqual({ ms: { draw: 3 }, warnings: [] })
})
