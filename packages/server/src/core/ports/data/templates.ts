import type { Listing, ListOptions } from '#core/ports/data/page.ts'
import type { EditableResources } from '#core/ports/data/resources.ts'
import type { StoredVersion, Template, TemplateVersion, VersionFacts } from '#core/template/template.ts'

export interface TemplateData extends EditableResources<Template> {
  insertVersion(version: TemplateVersion): Promise<void>
  /** Stores the time of the first publish of a version, and its note where one is given. @returns whether the version exists */
  markPublished(
    templateId: string,
    version: number,
    published: { at: Date; note?: string | undefined },
  ): Promise<boolean>
  /** Keeps a version that was never published from being pruned. */
  keepVersion(templateId: string, version: number, at: Date): Promise<void>
  /** Deletes all but the latest versions among those that were never published nor kept, and are not the base of a draft. */
  pruneVersions(templateId: string, keep: number): Promise<void>
  /** @throws AppError `invalid_request` when this release does not know the design, such as that of a newer one */
  getVersion(templateId: string, version: number): Promise<TemplateVersion | null>
  /** The version with its design as it is stored. */
  getStoredVersion(templateId: string, version: number): Promise<StoredVersion | null>
  /** Newest first, without their designs, which may be large. */
  listVersions(templateId: string, options: ListOptions): Promise<Listing<VersionFacts>>
}
