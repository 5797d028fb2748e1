import { countAccuracies } from '@pictable/model/image'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  idParams,
  imageFormat,
  imageTypes,
  jsonObject,
  listOf,
  modifications,
  outputOptions,
  pageQuery,
  pathId,
  templateValues,
  time,
  versionNumber,
  wholeNumberText,
} from './primitives.ts'
import {
  affectedActions,
  design,
  drawDesign,
  drawImage,
  drawRegion,
  exampleDesign,
  fillable,
  previewChoice,
  previewRecords,
} from './template-previews.ts'

const facts = {
  id: z.string(),
  name: z.string(),
  latest_version: z.int().meta({
    description:
      'Number of the latest version. Every save of a design creates a version; of the versions that were never published, the latest 50 are kept',
  }),
  published_version: z
    .int()
    .nullable()
    .meta({ description: 'Version that actions use; null before the first publish' }),
  width: z.int().meta({ description: 'Size of the latest version, in pixels' }),
  height: z.int(),
  revision: z.int(),
  created_at: time,
  updated_at: time,
}

export const template = z.strictObject(facts).meta({ id: 'Template' })

export const publishedTemplate = template.extend(affectedActions).meta({ id: 'PublishedTemplate' })

export const sample = templateValues.meta({
  description: 'Values for previews of the design. They are not used for images',
})

export const templateWithDesign = z
  .strictObject({
    ...facts,
    sample,
    preview_source: previewChoice,
    design: design.meta({ description: 'Design of the latest version' }),
  })
  .meta({ id: 'TemplateWithDesign' })

const restoredTemplate = templateWithDesign
  .extend({ affected_actions: affectedActions.affected_actions.exactOptional() })
  .meta({ id: 'RestoredTemplate' })

const versionFacts = {
  version: z.int(),
  published: z.boolean(),
  author: z.string().nullable().meta({ description: 'Name of the user or API key that saved it' }),
  note: z.string().nullable().meta({ description: 'Note given when it was published' }),
  created_at: time,
}

const version = z.strictObject(versionFacts).meta({ id: 'TemplateVersion' })

const versionParams = z.strictObject({ id: pathId, version: wholeNumberText(1, 999_999_999) })

export const thumbnailWidth = wholeNumberText(16, 1600)
  .default(480)
  .meta({ description: 'Maximum width in pixels; the height follows' })

const change = z
  .strictObject({
    kind: z
      .enum(['added', 'removed', 'renamed', 'reordered', 'changed'])
      .meta({ description: '`reordered`: moved in front of or behind other layers, or into another group' }),
    layer: z.string().nullable().meta({ description: 'Name after the change; null for the page itself' }),
    property: z
      .string()
      .nullable()
      .meta({ description: 'Name of the property; null for whole layers', examples: ['fill.stops[0].color'] }),
    before: z.unknown().optional().meta({ description: 'Absent if there was no value' }),
    after: z.unknown().optional().meta({ description: 'Absent if there is no value now' }),
  })
  .meta({ id: 'TemplateChange' })

export const templateChanges = z.array(change)

const name = z.string().trim().min(1).max(200)

export const publishNote = z.string().trim().max(500).exactOptional().meta({ description: 'Note about the version' })

export const templates = {
  list: endpoint({
    name: 'templates-list',
    method: 'GET',
    path: '/v1/templates',
    summary: 'List templates, newest first',
    scope: 'read',
    query: z.strictObject(pageQuery),
    answers: { 200: listOf(template) },
    errors: [],
  }),
  create: endpoint({
    name: 'templates-create',
    method: 'POST',
    path: '/v1/templates',
    summary: 'Create a template',
    scope: 'write',
    body: z
      .strictObject({
        name: name.exactOptional(),
        design,
        sample: sample.exactOptional(),
        publish: z.boolean().exactOptional(),
      })
      .meta({ id: 'TemplateCreate', examples: [{ name: 'Banner', design: exampleDesign, publish: true }] }),
    answers: { 201: templateWithDesign },
    headers: { Location: 'The new template' },
    errors: [],
  }),
  get: endpoint({
    name: 'templates-get',
    method: 'GET',
    path: '/v1/templates/:id',
    summary: 'Retrieve a template with its latest design',
    scope: 'read',
    params: idParams,
    answers: { 200: templateWithDesign },
    errors: ['not_found'],
  }),
  update: endpoint({
    name: 'templates-update',
    method: 'PATCH',
    path: '/v1/templates/:id',
    summary: 'Update a template, or save a new version of its design',
    description: 'Images change only when the version is published.',
    scope: 'write',
    params: idParams,
    body: z
      .strictObject({
        name: name.exactOptional(),
        design: design.exactOptional(),
        sample: sample.exactOptional(),
        preview_source: previewChoice.exactOptional(),
      })
      .meta({ id: 'TemplateUpdate', examples: [{ name: 'Banner 2' }] }),
    answers: { 200: templateWithDesign },
    errors: ['not_found'],
    ifMatch: true,
  }),
  delete: endpoint({
    name: 'templates-delete',
    method: 'DELETE',
    path: '/v1/templates/:id',
    summary: 'Delete an unused template',
    scope: 'write',
    params: idParams,
    answers: { 204: null },
    errors: ['not_found', 'conflict'],
  }),
  versions: endpoint({
    name: 'templates-versions',
    method: 'GET',
    path: '/v1/templates/:id/versions',
    summary: 'List versions, newest first',
    scope: 'read',
    params: idParams,
    query: z.strictObject(pageQuery),
    answers: { 200: listOf(version) },
    errors: ['not_found'],
  }),
  version: endpoint({
    name: 'templates-version',
    method: 'GET',
    path: '/v1/templates/:id/versions/:version',
    summary: 'Retrieve a version with its design',
    scope: 'read',
    params: versionParams,
    answers: { 200: z.strictObject({ ...versionFacts, design }).meta({ id: 'TemplateVersionWithDesign' }) },
    errors: ['not_found'],
  }),
  diff: endpoint({
    name: 'templates-diff',
    method: 'GET',
    path: '/v1/templates/:id/versions/:version/diff',
    summary: 'Compare two versions',
    scope: 'read',
    params: versionParams,
    query: z.strictObject({
      to: wholeNumberText(1, 999_999_999).exactOptional().meta({ description: 'Default: the latest version' }),
    }),
    answers: {
      200: z.strictObject({ from: z.int(), to: z.int(), changes: templateChanges }).meta({ id: 'TemplateDiff' }),
    },
    errors: ['not_found'],
  }),
  restore: endpoint({
    name: 'templates-restore',
    method: 'POST',
    path: '/v1/templates/:id/versions/:version/restore',
    summary: 'Restore an older version as a new one',
    description: 'The versions in between are kept. Images change only when the version is published.',
    scope: 'write',
    params: versionParams,
    body: z
      .strictObject({ publish: z.boolean().exactOptional() })
      .optional()
      .meta({ id: 'TemplateRestore', examples: [{ publish: true }] }),
    answers: { 201: restoredTemplate },
    headers: { Location: 'The new version' },
    errors: ['not_found'],
    ifMatch: true,
  }),
  schema: endpoint({
    name: 'templates-schema',
    method: 'GET',
    path: '/v1/template-schema.json',
    summary: 'Retrieve the JSON Schema of designs',
    description: 'Editors use it to complete and check a design whose `$schema` is this URL.',
    scope: null,
    answers: { 200: jsonObject },
    errors: [],
  }),
  publish: endpoint({
    name: 'templates-publish',
    method: 'POST',
    path: '/v1/templates/:id/publish',
    summary: 'Publish a version',
    scope: 'write',
    params: idParams,
    body: z
      .strictObject({
        version: versionNumber.exactOptional().meta({ description: 'Default: the latest version' }),
        note: publishNote,
      })
      .optional()
      .meta({ id: 'TemplatePublish', examples: [{ version: 3, note: 'Larger price' }] }),
    answers: { 200: publishedTemplate },
    errors: ['not_found', 'precondition_failed'],
  }),
  preview: endpoint({
    name: 'templates-preview',
    method: 'POST',
    path: '/v1/templates/:id/preview',
    summary: 'Render a template without storing the image',
    scope: 'read',
    params: idParams,
    body: z
      .strictObject({
        version: versionNumber.exactOptional().meta({ description: 'Default: the latest version' }),
        values: templateValues.default({}),
        modifications: modifications.default([]),
        format: imageFormat.default('png'),
        ...outputOptions,
      })
      .meta({ id: 'TemplatePreview', examples: [{ values: { title: 'Teapot' }, format: 'png' }] }),
    answers: { 200: { raw: imageTypes } },
    errors: ['not_found', 'image_failed', 'render_timeout'],
    changesNothing: true,
  }),
  thumbnail: endpoint({
    name: 'templates-thumbnail',
    method: 'GET',
    path: '/v1/templates/:id/thumbnail',
    summary: 'Retrieve a thumbnail of a template with its sample values',
    description: 'Texts without a value show their own name.',
    scope: 'read',
    params: idParams,
    query: z.strictObject({
      version: wholeNumberText(1, 999_999_999).exactOptional().meta({ description: 'Default: the latest version' }),
      width: thumbnailWidth,
      revision: wholeNumberText(1, 999_999_999)
        .exactOptional()
        .meta({ description: 'Revision of the template, which makes the URL unique for caches' }),
    }),
    answers: { 200: { raw: ['image/webp'] } },
    errors: ['not_found', 'image_failed', 'render_timeout'],
  }),
  draw: drawDesign,
  records: previewRecords,
  usage: endpoint({
    name: 'templates-usage',
    method: 'GET',
    path: '/v1/templates/:id/usage',
    summary: 'List the actions that use a template',
    description:
      'Says how many records each action renders again at its next run after another version is published. No table is read.',
    scope: 'read',
    params: idParams,
    answers: {
      200: z
        .strictObject({
          results: z.array(
            z.strictObject({
              action_id: z.string(),
              title: z.string(),
              records: z.int().meta({ description: 'Records that have an image of this template' }),
              accuracy: z.enum(countAccuracies).meta({
                description:
                  '`exact`: all were counted, up to 10,000, or fewer when more than ten actions use the template. `estimate`: as many as the last run of all records had. `at_least`: perhaps more, and no run says how many',
              }),
            }),
          ),
        })
        .meta({ id: 'TemplateUsage' }),
    },
    errors: ['not_found'],
  }),
  drawRegion,
  drawImage,
  variables: endpoint({
    name: 'templates-variables',
    method: 'GET',
    path: '/v1/templates/:id/variables',
    summary: 'List the variables of a template',
    scope: 'read',
    params: idParams,
    answers: {
      200: z.strictObject(fillable).meta({ id: 'TemplateVariables' }),
    },
    errors: ['not_found'],
  }),
}
