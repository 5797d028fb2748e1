import type { DeletedRecordMode } from '@pictable/model/deleted-records'
import type { FileNamePattern } from '@pictable/model/file-name'
import type { Filter } from '@pictable/model/filter'
import type { MappingEntry } from '@pictable/model/mapping'
import type { ActionOutputSettings } from '@pictable/model/output'
import type { StableUrls } from '@pictable/model/stable-urls'
import type { TemplateBy } from '@pictable/model/template-by'
import type { WriteBack } from '@pictable/model/write-back'
import type { WriteCheck } from '@pictable/model/write-check'
import type { MoreOutput } from '#core/output/outputs-of.ts'

export interface Action {
  id: string
  title: string
  connectionId: string
  baseId: string
  tableId: string
  tableName: string
  viewId: string | null
  viewName: string | null
  /** Of the view's records, those that count. */
  filter: Filter | null
  /** Of the first output, as `output` and the cells of `writeBack`. */
  templateId: string
  /** Of the first output: which records get another template. */
  templateBy: TemplateBy | null
  /** Of the first output: what was last made is known by it. */
  outputKey: string
  /** null for an only output that was not named. */
  outputName: string | null
  /** Those behind the first. */
  moreOutputs: readonly MoreOutput[]
  /** By bound name. A name without an entry takes the field of the same name. */
  mapping: Readonly<Record<string, MappingEntry>>
  output: ActionOutputSettings
  writeBack: WriteBack | null
  /** A run whose first records fail, as many as this and all for one reason, ends as failed. null: it goes on to its end. */
  stopAfterFailures: number | null
  /** null: files are called by the label of their record. */
  fileName: FileNamePattern | null
  /** What becomes of images when their record is deleted from the table. */
  deletedRecords: DeletedRecordMode
  /** From then on until they are deleted, where they are. */
  deleteAfterDays: number
  /** When that was chosen last, or got fewer days, for images that are unpublished already; null: from the beginning. */
  deleteSince: Date | null
  /** When another table was chosen last, or another place in its connection; null: it has been this one since the beginning. */
  tableSince: Date | null
  /** Whether the images of some records are changed; stored with the exceptions. */
  hasExceptions: boolean
  /** Names in its templates that nothing in the table fills since it was saved, each with what to do. */
  unfilled: readonly string[]
  /** What the table last said of writing the results into it; null when it was not asked. */
  writeCheck: WriteCheck | null
  /** null: its images have no stable URLs. */
  stableUrls: StableUrls | null
  /** SHA-256 of the token in the URL of its feed; null when it has none. */
  feedTokenHash: string | null
  sealedFeedToken: string | null
  /** Counts saves: the ETag. */
  revision: number
  createdAt: Date
  updatedAt: Date
}
