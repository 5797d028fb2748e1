import type { Template as TemplateDesign } from '@pictable/renderer/template'

export type { TemplateDesign }

export interface Template {
  id: string
  name: string
  /** The newest version's number: every save makes one. */
  latestVersion: number
  /** What actions use; null until the first publish. */
  publishedVersion: number | null
  revision: number
  createdAt: Date
  updatedAt: Date
}

/** Immutable. */
export interface TemplateVersion {
  templateId: string
  version: number
  design: TemplateDesign
  createdAt: Date
}
