import type { Data } from '#core/ports/data.ts'
import type { Queue } from '#core/ports/queue.ts'
import { checkWrites } from '#database/check-writes.ts'
import { type Database, type Executor, inTransaction } from '#database/database.ts'
import { checkSchema } from '#database/migrate.ts'
import { apiKeyData, idempotencyData, rateLimitData, settingData } from './access-data.ts'
import { actionData } from './action-data.ts'
import { assetData } from './asset-data.ts'
import { auditData } from './audit-data.ts'
import { batchData } from './batch-data.ts'
import { callCountData } from './call-count-data.ts'
import { connectionData } from './connection-data.ts'
import { deletedRecordData } from './deleted-record-data.ts'
import { deliveryData } from './delivery-data.ts'
import { draftData } from './draft-data.ts'
import { droppedFileData } from './dropped-file-data.ts'
import { erasureData } from './erasure-data.ts'
import { exceptionData } from './exception-data.ts'
import { fontData } from './font-data.ts'
import { formData } from './form-data.ts'
import { imageData, outputData } from './image-data.ts'
import { leaseData } from './lease-data.ts'
import { recordKeyData } from './record-key-data.ts'
import { runData } from './run-data.ts'
import { loginLinkData, sessionData } from './session-data.ts'
import { tableData } from './table-data.ts'
import { tableImportData } from './table-import-data.ts'
import { createKnownVersions, type KnownVersions, templateData } from './template-data.ts'
import { triggerData } from './trigger-data.ts'
import { signedFileData, urlKeyData } from './url-key-data.ts'
import { userData } from './user-data.ts'
import { webhookData } from './webhook-data.ts'

/** The queue as seen from a transaction, or from the database itself. */
export type QueueFor = (executor: Executor) => Queue

function dataOf(executor: Executor, queueFor: QueueFor, known?: KnownVersions): Data {
  const settings = settingData(executor)
  return {
    actions: actionData(executor),
    apiKeys: apiKeyData(executor),
    assets: assetData(executor),
    audit: auditData(executor),
    batches: batchData(executor),
    callCounts: callCountData(executor),
    connections: connectionData(executor),
    deletedRecords: deletedRecordData(executor),
    deliveries: deliveryData(executor),
    drafts: draftData(executor),
    erasure: erasureData(executor),
    exceptions: exceptionData(executor),
    fonts: fontData(executor),
    forms: formData(executor),
    droppedFiles: droppedFileData(executor),
    idempotency: idempotencyData(executor),
    images: imageData(executor),
    leases: leaseData(executor),
    loginLinks: loginLinkData(executor),
    outputs: outputData(executor),
    queue: queueFor(executor),
    rateLimits: rateLimitData(executor),
    recordKeys: recordKeyData(executor),
    runs: runData(executor),
    sessions: sessionData(executor),
    settings,
    signedFiles: signedFileData(executor),
    tableImports: tableImportData(executor),
    tables: tableData(executor),
    templates: templateData(executor, known),
    triggers: triggerData(executor),
    urlKeys: urlKeyData(executor),
    users: userData(executor),
    webhooks: webhookData(executor),
    transaction: (work) => inTransaction(executor, (transaction) => work(dataOf(transaction, queueFor))),
    async check() {
      await Promise.all([checkWrites(executor), checkSchema(executor)])
    },
  }
}

/** All that is kept, on an open database. */
export function createData({ database, queueFor }: { database: Database; queueFor: QueueFor }): Data {
  const data = dataOf(database.kysely, queueFor, createKnownVersions())
  return {
    ...data,
    async check() {
      const corrupt = database.corruption()
      if (corrupt !== null) throw corrupt
      await data.check()
    },
  }
}
