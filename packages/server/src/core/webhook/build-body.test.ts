import { imageFormats } from '@pictable/model/image'
import { expect, test } from 'vitest'
import type { Image } from '#core/image/image.ts'
import { buildBody, type EventFact } from './build-body.ts'

const at = new Date('2026-11-27T12:00:00Z')

const imageIn = (formats: typeof imageFormats): Image => ({
  ...{
    id: 'img_1',
    templateId: 'tpl_1',
    templateVersion: 1,
    design: null,
    actionId: null,
    runId: null,
    recordId: null,
  },
  ...{ output: null, fileName: null, values: {}, modifications: [], sequence: null, metadata: null },
  files: formats.map((format) => ({ format, hash: format, sizeBytes: 1, widthPx: 8, heightPx: 8 })),
  ...{ thumbnail: null, preview: null, report: {}, webhookIds: [], createdAt: at },
})

const factOf = (image: Image | null): EventFact => ({
  ...{ event: 'image.created', at, action: null, runId: null, metadata: null, error: null },
  picture: {
    ...{ recordId: null, output: null, image, template: { id: 'tpl_1', version: 1 }, modifications: [], fields: {} },
  },
})

test.each([
  ['png', 'png'],
  ['jpg', 'jpeg'],
  ['webp', 'webp'],
  ['avif', 'avif'],
  ['pdf', 'pdf'],
])('buildBody() fills {{image.url_%s}} with the URL of the file, and with nothing without one', (extension, hash) => {
  const options = {
    eventId: 'evt_1',
    userDefined: { url: `{{image.url_${extension}}}` },
    publicUrl: 'https://pictable.example',
  }
  const { user_defined } = JSON.parse(buildBody(factOf(imageIn(imageFormats)), options))
  expect(user_defined).toEqual({ url: `https://pictable.example/images/img_1/${hash}.${extension}` })
  expect(JSON.parse(buildBody(factOf(null), options)).user_defined).toEqual({ url: '' })
})
