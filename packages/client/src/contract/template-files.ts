import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { imageTypes } from './primitives.ts'

const fontTypes = ['font/ttf', 'font/otf', 'font/woff', 'font/woff2'] as const

const servedFile = {
  src: z.string().meta({ description: 'URL of the file' }),
  layoutSrc: z.string().optional().meta({ description: 'Of a WOFF2 file: URL of its unpacked layout tables' }),
}

const style = z.enum(['normal', 'italic']).optional()

const face = z
  .union([
    z.strictObject({
      family: z.string(),
      weight: z.number().optional(),
      style,
      isBundled: z.boolean().optional(),
      ...servedFile,
    }),
    z.strictObject({
      family: z.string(),
      weights: z.strictObject({ min: z.number(), max: z.number() }),
      style,
      isBundled: z.boolean().optional(),
      slicesSrc: z.string().meta({ description: 'URL of the list of files, by the characters that each contains' }),
    }),
  ])
  .meta({ id: 'TemplateFontFace' })

/** What a page needs to draw a design as the server does. */
export const templateFiles = {
  fonts: endpoint({
    name: 'template-files-fonts',
    method: 'GET',
    path: '/v1/template-fonts',
    summary: 'List the font files that designs can use',
    description: 'For `createBrowserRenderer({ fonts })` of `@pictable/renderer/browser`: bundled and custom fonts.',
    scope: 'read',
    answers: { 200: z.strictObject({ faces: z.array(face) }).meta({ id: 'TemplateFonts' }) },
    errors: [],
  }),
  font: endpoint({
    name: 'template-files-font',
    method: 'GET',
    path: '/v1/template-fonts/:release/:name',
    summary: 'Download a bundled font file',
    description: 'The URL contains the release, so browsers can cache the file for a year.',
    scope: 'read',
    params: z.strictObject({
      release: z.string().regex(/^[A-Za-z0-9._-]{1,64}$/),
      name: z.string().regex(/^[A-Za-z0-9._-]{1,200}$/),
    }),
    answers: { 200: { raw: [...fontTypes, 'font/sfnt', 'application/json'] } },
    errors: ['not_found'],
  }),
  layoutTables: endpoint({
    name: 'template-files-layout-tables',
    method: 'POST',
    path: '/v1/template-fonts/layout-tables',
    summary: 'Unpack the layout tables of a WOFF2 font',
    description: 'Browsers do not expose the tables inside WOFF2. Outlines are left out.',
    scope: 'read',
    body: { raw: ['application/octet-stream', 'font/woff2'] },
    answers: { 200: { raw: ['font/sfnt'] } },
    errors: ['image_failed', 'payload_too_large'],
    changesNothing: true,
  }),
  load: endpoint({
    name: 'template-files-load',
    method: 'POST',
    path: '/v1/template-files',
    summary: 'Load a picture or font that a design or record refers to',
    description:
      'Assets, and URLs within the network policy for pictures of records. Files that are neither pictures nor fonts are rejected.',
    scope: 'read',
    body: z
      .strictObject({ src: z.string().max(20_000).meta({ description: '`asset:<id>` or a URL' }) })
      .meta({ id: 'TemplateFileLoad', examples: [{ src: 'asset:ast_1' }] }),
    answers: {
      200: {
        raw: [...imageTypes, 'image/svg+xml', ...fontTypes],
      },
    },
    errors: ['image_failed', 'storage_unavailable'],
    changesNothing: true,
  }),
}
