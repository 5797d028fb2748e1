import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idParams, listOf, pageQuery, time, wholeNumberText } from './primitives.ts'

const style = z.enum(['normal', 'italic'])

const font = z
  .strictObject({
    id: z.string(),
    family: z.string().meta({ description: 'What templates name it by', examples: ['Brand Sans'] }),
    weight: z.int().meta({ description: '1 to 1000; 400 is regular, 700 bold' }),
    style,
    axes: z
      .array(z.strictObject({ tag: z.string(), min: z.number(), default: z.number(), max: z.number() }))
      .meta({ description: 'Of a variable font: `wght` follows `fontWeight`, others `fontVariations`' }),
    scripts: z.array(z.string()).meta({ description: 'Whose letters it has', examples: [['Latin', 'Greek']] }),
    glyphs: z.int(),
    format: z.enum(['ttf', 'otf', 'woff', 'woff2']),
    filename: z.string(),
    bytes: z.int(),
    hash: z.string().meta({ description: 'SHA-256 of the file: images are made anew when it changes' }),
    created_at: time,
  })
  .meta({ id: 'Font' })

const fontTypes = ['font/ttf', 'font/otf', 'font/woff', 'font/woff2'] as const

const yes = z.enum(['true', 'false']).exactOptional()

export const fonts = {
  list: endpoint({
    name: 'fonts-list',
    method: 'GET',
    path: '/v1/fonts',
    summary: 'Fonts of your own, newest first',
    scope: 'read',
    query: z.strictObject(pageQuery),
    answers: { 200: listOf(font) },
    errors: [],
  }),
  upload: endpoint({
    name: 'fonts-upload',
    method: 'POST',
    path: '/v1/fonts',
    summary: 'Upload a font',
    description:
      'TTF, OTF, WOFF or WOFF2, at most 10 MB, 30 MB unpacked. Family, weight and style are read from the file unless they are given. Templates use it at once, by its family; the next run makes their images anew. The same file again answers 200 and changes nothing.',
    scope: 'write',
    query: z.strictObject({
      filename: z.string().trim().min(1).max(255),
      family: z.string().trim().min(1).max(200).exactOptional(),
      weight: wholeNumberText(1, 1000).exactOptional(),
      style: style.exactOptional(),
      replace: yes.meta({ description: 'Whether it takes the place of another file of its family, weight and style' }),
    }),
    body: { raw: ['application/octet-stream', ...fontTypes] },
    answers: { 201: font, 200: font },
    headers: { Location: 'The font' },
    errors: ['conflict', 'storage_unavailable'],
  }),
  get: endpoint({
    name: 'fonts-get',
    method: 'GET',
    path: '/v1/fonts/:id',
    summary: 'One font',
    scope: 'read',
    params: idParams,
    answers: { 200: font },
    errors: ['not_found'],
  }),
  content: endpoint({
    name: 'fonts-content',
    method: 'GET',
    path: '/v1/fonts/:id/content',
    summary: 'The file of a font',
    scope: 'read',
    params: idParams,
    answers: { 200: { raw: fontTypes } },
    errors: ['not_found', 'file_damaged', 'storage_unavailable'],
  }),
  specimen: endpoint({
    name: 'fonts-specimen',
    method: 'GET',
    path: '/v1/fonts/:id/specimen',
    summary: 'A picture of words set in a font',
    scope: 'read',
    params: idParams,
    query: z.strictObject({
      text: z.string().min(1).max(200).exactOptional().meta({ description: 'In place of words that suit the font' }),
    }),
    answers: { 200: { raw: ['image/png'] } },
    errors: ['not_found', 'image_failed', 'render_timeout', 'storage_unavailable'],
  }),
  delete: endpoint({
    name: 'fonts-delete',
    method: 'DELETE',
    path: '/v1/fonts/:id',
    summary: 'Delete a font that no published template uses',
    scope: 'write',
    params: idParams,
    query: z.strictObject({ force: yes.meta({ description: 'Also one that is used: those templates then fail' }) }),
    answers: { 204: null },
    errors: ['not_found', 'conflict'],
  }),
}
