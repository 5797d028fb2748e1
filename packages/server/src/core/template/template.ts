import type { PreviewSource } from '@pictable/model/preview'
import type { TemplateValue } from '@pictable/model/value'
import type { Template as TemplateDesign } from '@pictable/renderer/template'

export { canonicalDesign } from '@pictable/renderer/format-design'
export type { TemplateDesign }

export interface Template {
  id: string
  name: string
  /** The newest version's number: every save makes one. */
  latestVersion: number
  /** Of the design of the newest version, in pixels. */
  width: number
  height: number
  /** What actions use; null until the first publish. */
  publishedVersion: number | null
  /** What the design is looked at with; no image is made from it. */
  sample: Readonly<Record<string, TemplateValue>>
  /** Whose records it is edited with; null: those of the first action that uses it. */
  previewSource: PreviewSource | null
  revision: number
  createdAt: Date
  updatedAt: Date
}

/** A version without its design. */
export type VersionFacts = Omit<TemplateVersion, 'design'>

/** A version as it is stored: the design may be one that only a newer release knows. */
export interface StoredVersion extends VersionFacts {
  design: Record<string, unknown>
}

/** Immutable. */
export interface TemplateVersion {
  templateId: string
  version: number
  design: TemplateDesign
  /** Name of the user or API key that saved it; null where no one is known. */
  author: string | null
  /** Given when it was published from a draft. */
  note: string | null
  /** Time of its first publish. */
  publishedAt: Date | null
  createdAt: Date
}
