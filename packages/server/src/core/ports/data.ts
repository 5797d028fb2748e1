import type { ApiKeyData, IdempotencyData, RateLimitData, SettingData } from '#core/ports/data/access.ts'
import type { ActionData } from '#core/ports/data/actions.ts'
import type { AssetData } from '#core/ports/data/assets.ts'
import type { BatchData } from '#core/ports/data/batches.ts'
import type { CallCountData } from '#core/ports/data/call-counts.ts'
import type { ConnectionData } from '#core/ports/data/connections.ts'
import type { DeletedRecordData } from '#core/ports/data/deleted-records.ts'
import type { DraftData } from '#core/ports/data/drafts.ts'
import type { DroppedFileData } from '#core/ports/data/dropped-files.ts'
import type { ErasureData } from '#core/ports/data/erasure.ts'
import type { ExceptionData } from '#core/ports/data/exceptions.ts'
import type { FontData } from '#core/ports/data/fonts.ts'
import type { FormData } from '#core/ports/data/forms.ts'
import type { LeaseData } from '#core/ports/data/leases.ts'
import type { AuditData, LoginLinkData, SessionData, UserData } from '#core/ports/data/people.ts'
import type { RecordKeyData } from '#core/ports/data/record-keys.ts'
import type { ImageData, OutputData, RunData } from '#core/ports/data/runs.ts'
import type { TableImportData } from '#core/ports/data/table-imports.ts'
import type { TableData } from '#core/ports/data/tables.ts'
import type { TemplateData } from '#core/ports/data/templates.ts'
import type { TriggerData } from '#core/ports/data/triggers.ts'
import type { SignedFileData, UrlKeyData } from '#core/ports/data/url-keys.ts'
import type { DeliveryData, WebhookData } from '#core/ports/data/webhooks.ts'
import type { Queue } from '#core/ports/queue.ts'

/**
 * All that is kept. Everything reached through the `Data` of a transaction commits or vanishes together, jobs included.
 * Methods throw AppError `unavailable` when the database does not answer, and `database_corrupt` when it is damaged.
 */
export interface Data {
  actions: ActionData
  apiKeys: ApiKeyData
  assets: AssetData
  audit: AuditData
  batches: BatchData
  callCounts: CallCountData
  connections: ConnectionData
  deletedRecords: DeletedRecordData
  deliveries: DeliveryData
  drafts: DraftData
  erasure: ErasureData
  exceptions: ExceptionData
  fonts: FontData
  forms: FormData
  droppedFiles: DroppedFileData
  idempotency: IdempotencyData
  images: ImageData
  leases: LeaseData
  loginLinks: LoginLinkData
  outputs: OutputData
  queue: Queue
  rateLimits: RateLimitData
  recordKeys: RecordKeyData
  runs: RunData
  sessions: SessionData
  settings: SettingData
  signedFiles: SignedFileData
  tableImports: TableImportData
  tables: TableData
  templates: TemplateData
  triggers: TriggerData
  urlKeys: UrlKeyData
  users: UserData
  webhooks: WebhookData
  /**
   * Inside `work` only the handed-in `data` may be used, and nothing outside of it be changed: when two transactions wait for
   * each other, the work of one is begun again.
   */
  transaction<Result>(work: (data: Data) => Promise<Result>): Promise<Result>
  /** Proves that a write works, and that everything is where this release looks for it, for readiness. */
  check(): Promise<void>
}
