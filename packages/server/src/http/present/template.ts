import type { CallAnswer, Contract } from '@pictable/client'
import type { Template, TemplateVersion } from '#core/template/template.ts'

type TemplateJson = CallAnswer<Contract['templates']['publish']>
type TemplateWithDesignJson = CallAnswer<Contract['templates']['get']>
type VersionJson = CallAnswer<Contract['templates']['versions']>['results'][number]

export function presentTemplate(template: Template): TemplateJson {
  return {
    id: template.id,
    name: template.name,
    latest_version: template.latestVersion,
    published_version: template.publishedVersion,
    revision: template.revision,
    created_at: template.createdAt.toISOString(),
    updated_at: template.updatedAt.toISOString(),
  }
}

export function presentTemplateWithDesign(template: Template, version: TemplateVersion): TemplateWithDesignJson {
  return { ...presentTemplate(template), design: { ...version.design } }
}

export function presentVersion(template: Template, version: TemplateVersion): VersionJson {
  return {
    version: version.version,
    published: version.version === template.publishedVersion,
    created_at: version.createdAt.toISOString(),
  }
}
