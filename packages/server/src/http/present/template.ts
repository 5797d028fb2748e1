import type { CallAnswer, Contract } from '@pictable/client'
import { snakeKeys } from '@pictable/model/key-case'
import type { PreviewSource } from '@pictable/model/preview'
import type { TemplateUse } from '#core/output/template-usage.ts'
import type { PreviewedRecords } from '#core/preview/preview-records.ts'
import { describeTemplate } from '#core/template/describe-template.ts'
import type { StoredVersion, Template, TemplateDesign, TemplateVersion, VersionFacts } from '#core/template/template.ts'
import { canonicalDesign } from '#core/template/template.ts'
import { presentLink } from './source.ts'

type TemplateJson = CallAnswer<Contract['templates']['list']>['results'][number]
type TemplateWithDesignJson = CallAnswer<Contract['templates']['get']>
type UseJson = CallAnswer<Contract['templates']['usage']>['results'][number]
type VersionWithDesignJson = CallAnswer<Contract['templates']['version']>
type VersionJson = CallAnswer<Contract['templates']['versions']>['results'][number]

export function presentTemplate(template: Template): TemplateJson {
  return {
    id: template.id,
    name: template.name,
    latest_version: template.latestVersion,
    published_version: template.publishedVersion,
    width: template.width,
    height: template.height,
    revision: template.revision,
    created_at: template.createdAt.toISOString(),
    updated_at: template.updatedAt.toISOString(),
  }
}

export function presentTemplateWithDesign(
  template: Template,
  version: StoredVersion | TemplateVersion,
): TemplateWithDesignJson {
  const { sample, previewSource } = template
  return {
    ...presentTemplate(template),
    sample: { ...sample },
    preview_source: previewSource && presentPreviewSource(previewSource),
    design: canonicalDesign(version.design),
  }
}

function presentPreviewSource(source: PreviewSource): NonNullable<TemplateWithDesignJson['preview_source']> {
  if ('actionId' in source) return { action_id: source.actionId }
  const { connectionId, baseId, tableId, tableName, viewId, viewName } = source
  return snakeKeys({ connectionId, baseId, tableId, tableName, viewId, viewName })
}

/** The records that a design is edited with. */
export function presentPreviewRecords({
  names,
  missing,
  records,
  isComplete,
}: PreviewedRecords): CallAnswer<Contract['templates']['records']> {
  return {
    names: names.map(({ name, kind, field, format, link }) => ({ name, kind, field, format, link: presentLink(link) })),
    missing: missing.map(({ name, field }) => ({ name, field })),
    results: records.map(({ id, label, because, fields }) => ({
      record_id: id,
      label,
      because,
      values: { ...fields },
    })),
    complete: isComplete,
  }
}

export function presentUse({ actionId, title, records, accuracy }: TemplateUse): UseJson {
  return { action_id: actionId, title, records, accuracy }
}

export function presentFillable(design: TemplateDesign) {
  const { variables, layers } = describeTemplate(design)
  return {
    variables: variables.map(({ name, kind, property, layer = null }) => ({ name, kind, property, layer })),
    available_modifications: layers.map(({ name, type, properties }) => ({ name, type, properties })),
  }
}

export function presentVersionWithDesign(
  template: Template,
  version: StoredVersion | TemplateVersion,
): VersionWithDesignJson {
  return { ...presentVersion(template, version), design: canonicalDesign(version.design) }
}

export function presentVersion(template: Template, version: VersionFacts): VersionJson {
  return {
    version: version.version,
    published: version.version === template.publishedVersion,
    author: version.author,
    note: version.note,
    created_at: version.createdAt.toISOString(),
  }
}
