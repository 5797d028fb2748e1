import type { CallAnswer, Contract } from '@pictable/client'
import { describeTemplate } from '#core/template/describe-template.ts'
import type { StoredVersion, Template, TemplateDesign, TemplateVersion } from '#core/template/template.ts'
import { canonicalDesign } from '#core/template/template.ts'

type TemplateJson = CallAnswer<Contract['templates']['publish']>
type TemplateWithDesignJson = CallAnswer<Contract['templates']['get']>
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
  return { ...presentTemplate(template), sample: { ...template.sample }, design: canonicalDesign(version.design) }
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

export function presentVersion(template: Template, version: StoredVersion | TemplateVersion): VersionJson {
  return {
    version: version.version,
    published: version.version === template.publishedVersion,
    author: version.author,
    note: version.note,
    created_at: version.createdAt.toISOString(),
  }
}
