import type { Listing, ListOptions } from '#core/ports/data/page.ts'
import type { EditableResources } from '#core/ports/data/resources.ts'
import type { Template, TemplateVersion } from '#core/template/template.ts'

export interface TemplateData extends EditableResources<Template> {
  insertVersion(version: TemplateVersion): Promise<void>
  getVersion(templateId: string, version: number): Promise<TemplateVersion | null>
  /** Newest first. */
  listVersions(templateId: string, options: ListOptions): Promise<Listing<TemplateVersion>>
}
