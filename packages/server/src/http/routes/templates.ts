import { type CallAnswer, type Contract, contract } from '@pictable/client'
import { camelKeys } from '@pictable/model/key-case'
import type { PreviewSource } from '@pictable/model/preview'
import type { TemplateValue } from '@pictable/model/value'
import { contentTypeOf } from '#core/image/image-url.ts'
import { templateUsage } from '#core/output/template-usage.ts'
import type { RenderedFile } from '#core/ports/renderer.ts'
import { previewRecords } from '#core/preview/preview-records.ts'
import { found } from '#core/revision.ts'
import { describeDesigns } from '#core/template/describe-template.ts'
import { diffDesigns } from '#core/template/diff-designs.ts'
import { drawDesign, drawImage, renderFile } from '#core/template/draw-design.ts'
import { namedParts } from '#core/template/named-parts.ts'
import { readModifications } from '#core/template/read-modifications.ts'
import { refuseLists, refuseUnknownValues } from '#core/template/refuse-unknown-values.ts'
import {
  createTemplate,
  parseDesign,
  publishTemplate,
  restoreVersion,
  saveTemplate,
} from '#core/template/save-template.ts'
import { gone } from '#http/answers/gone.ts'
import { published } from '#http/answers/published.ts'
import { smallPicture } from '#http/answers/small-picture.ts'
import { handlers } from '#http/endpoint/handlers.ts'
import { storedVersion, templateVersion } from '#http/input/template-version.ts'
import { presentDrawn } from '#http/present/drawn.ts'
import {
  presentFillable,
  presentPreviewRecords,
  presentTemplate,
  presentTemplateWithDesign,
  presentUse,
  presentVersion,
  presentVersionWithDesign,
} from '#http/present/template.ts'

type PreviewSourceJson = NonNullable<CallAnswer<Contract['templates']['get']>['preview_source']>

const previewSourceOf = (json: PreviewSourceJson): PreviewSource =>
  'action_id' in json ? { actionId: json.action_id } : camelKeys(json)

/** A design that is no version, and what it is drawn with. @throws AppError `validation_failed` */
async function unsaved({ design: given, values }: { design: unknown; values: Record<string, TemplateValue> }) {
  const design = await parseDesign(given)
  refuseLists(design, values)
  return { version: { templateId: null, version: null, design }, values }
}

const imageAnswer = ({ bytes, format }: RenderedFile) => ({
  status: 200 as const,
  body: bytes,
  contentType: contentTypeOf(format),
})

let schema: Record<string, unknown> | undefined

/** Someone waits for a preview, which is not stored. */
const previewEffort = 'fast' as const

export const templates = handlers(contract.templates)({
  list: async ({ world, query }) => {
    const { results, next } = await world.data.templates.list(query)
    return { status: 200, body: { results: results.map(presentTemplate), next } }
  },
  create: async ({ world, body, caller }) => {
    const { template, version } = await createTemplate(world, { ...body, author: caller.name })
    const headers = { location: `/v1/templates/${template.id}` }
    return { status: 201, body: presentTemplateWithDesign(template, version), headers }
  },
  get: async ({ world, params }) => {
    const { template, version } = await storedVersion(world, params.id)
    return { status: 200, body: presentTemplateWithDesign(template, version) }
  },
  update: async ({ world, params, body, revision, caller }) => {
    const { preview_source: chosen, ...rest } = body
    const previewSource = chosen === undefined ? {} : { previewSource: chosen && previewSourceOf(chosen) }
    const change = { ...rest, ...previewSource, author: caller.name }
    const { template, version } = await saveTemplate(world, { id: params.id, revision }, change)
    return { status: 200, body: presentTemplateWithDesign(template, version) }
  },
  delete: async ({ world, params }) => gone(await world.data.templates.delete(params.id), 'template', params.id),
  versions: async ({ world, params, query }) => {
    const template = found(await world.data.templates.get(params.id), 'template', params.id)
    const { results, next } = await world.data.templates.listVersions(params.id, query)
    return { status: 200, body: { results: results.map((version) => presentVersion(template, version)), next } }
  },
  version: async ({ world, params }) => {
    const { template, version } = await storedVersion(world, params.id, params.version)
    return { status: 200, body: presentVersionWithDesign(template, version) }
  },
  diff: async ({ world, params, query }) => {
    const { version: from } = await templateVersion(world, params.id, params.version)
    const { version: to } = await templateVersion(world, params.id, query.to)
    return { status: 200, body: { from: from.version, to: to.version, changes: diffDesigns(from.design, to.design) } }
  },
  restore: async (call) => {
    const { world, params, body, revision, caller } = call
    const restored = { version: params.version, publish: body?.publish, revision, author: caller.name }
    const { template, version } = await restoreVersion(world, params.id, restored)
    const headers = { location: `/v1/templates/${template.id}/versions/${version.version}` }
    const saved = presentTemplateWithDesign(template, version)
    if (!restored.publish) return { status: 201, body: saved, headers }
    return published(call, (affected_actions) => ({
      status: 201 as const,
      body: { ...saved, affected_actions },
      headers,
    }))
  },
  schema: async () => {
    schema ??= describeDesigns()
    return { status: 200, body: schema }
  },
  publish: async (call) => {
    const { version, note } = call.body ?? {}
    const template = await publishTemplate(call.world, call.params.id, { version, note: note || undefined })
    return published(call, (affected_actions) => ({
      status: 200 as const,
      body: { ...presentTemplate(template), affected_actions },
    }))
  },
  preview: async ({ world, params, body, signal }) => {
    const { version: number, values, modifications: given, format, ...rest } = body
    const { version } = await templateVersion(world, params.id, number)
    refuseUnknownValues(version.design, values)
    const modifications = readModifications(version.design, given)
    const output = { effort: previewEffort, ...rest, formats: [format] }
    return imageAnswer(await renderFile(world, { version, values, modifications, output }, signal))
  },
  thumbnail: async ({ world, params, query, signal }) => {
    const { template, version } = await templateVersion(world, params.id, query.version)
    return smallPicture(world, { version, values: template.sample, widthPx: query.width }, signal)
  },
  draw: async ({ world, body, signal }) => {
    const { version, values } = await unsaved(body)
    const { design } = version
    const { file, error, warnings } = await drawDesign(world, { version, values, widthPx: body.width }, signal)
    const { fonts, assets } = await namedParts(world, design, values)
    const named = fonts.map(({ isKnown, ...font }) => ({ ...font, known: isKnown }))
    const image = file && presentDrawn(file)
    return { status: 200, body: { image, error, warnings, ...presentFillable(design), fonts: named, assets } }
  },
  records: async ({ world, body, signal }) => {
    const { source, design, search, record_ids: recordIds, limit } = body
    const request = { source: previewSourceOf(source), design, search, recordIds, limit, signal }
    return { status: 200, body: presentPreviewRecords(await previewRecords(world, request)) }
  },
  usage: async ({ world, params }) => {
    return { status: 200, body: { results: (await templateUsage(world, params.id)).map(presentUse) } }
  },
  drawRegion: async ({ world, body, signal }) => {
    const { region, scale } = body
    const output = { formats: ['png'] as const, effort: previewEffort, scale }
    return imageAnswer(await drawImage(world, { ...(await unsaved(body)), output, region }, signal))
  },
  drawImage: async ({ world, body, signal }) => {
    const { design: _design, values: _values, format, ...rest } = body
    const output = { effort: previewEffort, ...rest, formats: [format] }
    return imageAnswer(await drawImage(world, { ...(await unsaved(body)), output }, signal))
  },
  variables: async ({ world, params }) => {
    const { version } = await templateVersion(world, params.id)
    return { status: 200, body: presentFillable(version.design) }
  },
})
