import { fontCatalogs, fontFormats, fontInstalls, fontOrigins, fontStyles } from '@pictable/model/font'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idParams, listOf, optionalFlag, pageQuery, time, wholeNumberText } from './primitives.ts'

const style = z.enum(fontStyles)

const axis = z.strictObject({ tag: z.string(), min: z.number(), default: z.number(), max: z.number() })

const font = z
  .strictObject({
    id: z.string(),
    family: z.string().meta({ description: 'Family name in templates', examples: ['Brand Sans'] }),
    weight: z.int().meta({ description: '1 to 1000; 400 is regular, 700 bold' }),
    style,
    axes: z
      .array(axis)
      .meta({ description: 'Axes of a variable font: `wght` follows `fontWeight`, others `fontVariations`' }),
    scripts: z
      .array(z.string())
      .meta({ description: 'Scripts that the font supports', examples: [['Latin', 'Greek']] }),
    glyphs: z.int(),
    format: z.enum(fontFormats),
    filename: z.string(),
    bytes: z.int(),
    hash: z.string().meta({ description: 'SHA-256 of the file. If it changes, images are rendered again' }),
    created_at: time,
  })
  .meta({ id: 'Font' })

const familyFaces = {
  family: z.string().meta({ description: 'Family name in templates', examples: ['Montserrat'] }),
  category: z
    .string()
    .nullable()
    .meta({ examples: ['sans-serif'] }),
  weights: z.array(z.int()).meta({ description: 'Of a variable font, `axes` has the range' }),
  styles: z.array(style),
  axes: z.array(axis),
  scripts: z
    .array(z.string())
    .nullable()
    .meta({ description: 'Scripts that the family supports. Null where they are not known, as of bundled families' }),
}

const family = z
  .strictObject({
    ...familyFaces,
    origin: z.enum(fontOrigins).meta({
      description: '`bundled` with Pictable, `custom`: uploaded or from Google Fonts, `popular`: of the font pack',
    }),
    installed: z
      .enum(fontInstalls)
      .meta({ description: 'Whether templates can use the family. `partly`: some files of the family are missing' }),
    download_bytes: z.int().nullable().meta({ description: 'Size of the download if the family is not installed' }),
  })
  .meta({ id: 'FontFamily' })

const fontTypes = ['font/ttf', 'font/otf', 'font/woff', 'font/woff2'] as const

export const fonts = {
  list: endpoint({
    name: 'fonts-list',
    method: 'GET',
    path: '/v1/fonts',
    summary: 'List custom fonts, newest first',
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
      'TTF, OTF, WOFF or WOFF2, at most 10 MB, 30 MB unpacked. Family, weight and style are read from the file unless they are given. Templates can use the family immediately; the next run renders their images again. Uploading the same file again returns 200 and changes nothing.',
    scope: 'write',
    query: z.strictObject({
      filename: z.string().trim().min(1).max(255),
      family: z.string().trim().min(1).max(200).exactOptional(),
      weight: wholeNumberText(1, 1000).exactOptional(),
      style: style.exactOptional(),
      replace: optionalFlag('Replace an existing file of the same family, weight and style'),
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
    summary: 'Retrieve a font',
    scope: 'read',
    params: idParams,
    answers: { 200: font },
    errors: ['not_found'],
  }),
  content: endpoint({
    name: 'fonts-content',
    method: 'GET',
    path: '/v1/fonts/:id/content',
    summary: 'Download a font file',
    scope: 'read',
    params: idParams,
    query: z.strictObject({
      hash: z
        .string()
        .regex(/^[0-9a-f]{16}$/)
        .exactOptional()
        .meta({ description: 'Start of the hash of the file, which makes the URL unique for caches' }),
    }),
    answers: { 200: { raw: fontTypes } },
    errors: ['not_found', 'file_damaged', 'storage_unavailable'],
  }),
  specimen: endpoint({
    name: 'fonts-specimen',
    method: 'GET',
    path: '/v1/fonts/:id/specimen',
    summary: 'Render a specimen of a font',
    scope: 'read',
    params: idParams,
    query: z.strictObject({
      text: z.string().min(1).max(200).exactOptional().meta({ description: 'Text to use instead of the default' }),
    }),
    answers: { 200: { raw: ['image/png'] } },
    errors: ['not_found', 'image_failed', 'render_timeout', 'storage_unavailable'],
  }),
  delete: endpoint({
    name: 'fonts-delete',
    method: 'DELETE',
    path: '/v1/fonts/:id',
    summary: 'Delete a font that no template uses',
    scope: 'write',
    params: idParams,
    query: z.strictObject({
      force: optionalFlag('Also delete a font that is in use. Its templates then fail'),
    }),
    answers: { 204: null },
    errors: ['not_found', 'conflict'],
  }),
}

const familyName = z.string().trim().min(1).max(100)

export const fontFamilies = {
  list: endpoint({
    name: 'font-families-list',
    method: 'GET',
    path: '/v1/font-families',
    summary: 'List the font families that are installed or can be installed',
    description: 'Bundled families, custom families, and those of the font pack, by name.',
    scope: 'read',
    answers: { 200: z.strictObject({ results: z.array(family) }).meta({ id: 'FontFamilies' }) },
    errors: [],
  }),
  install: endpoint({
    name: 'font-families-install',
    method: 'POST',
    path: '/v1/font-families',
    summary: 'Install a font family',
    description:
      'Downloads a family of the font pack, or of Google Fonts, and stores its files as custom fonts. Files that exist are kept, so an interrupted install can be repeated.',
    scope: 'write',
    body: z
      .strictObject({
        family: familyName.meta({ examples: ['Montserrat'] }),
        from: z.enum(fontCatalogs).default('popular'),
      })
      .meta({ id: 'FontFamilyInstall', examples: [{ family: 'Montserrat' }] }),
    answers: {
      200: z
        .strictObject({
          family: z.string(),
          added: z.int().meta({ description: 'Number of new files' }),
          fonts: z.array(font),
        })
        .meta({ id: 'InstalledFontFamily' }),
    },
    errors: ['not_found', 'fonts_unavailable', 'storage_unavailable', 'payload_too_large'],
  }),
  google: endpoint({
    name: 'font-families-google',
    method: 'GET',
    path: '/v1/font-families/google',
    summary: 'Search Google Fonts by name',
    scope: 'read',
    query: z.strictObject({ search: familyName }),
    answers: {
      200: z.strictObject({ results: z.array(z.strictObject(familyFaces)) }).meta({ id: 'GoogleFontFamilies' }),
    },
    errors: ['fonts_unavailable'],
  }),
}
