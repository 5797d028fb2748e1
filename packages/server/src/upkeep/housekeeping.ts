import { auditForMs } from '#core/access/audit-entry.ts'
import { sessionsAt } from '#core/access/session.ts'
import { eraseDeleted } from '#core/action/erase-deleted.ts'
import { finishErasures } from '#core/action/erase-records.ts'
import { recheckDeleted } from '#core/action/find-deleted.ts'
import { isOurTrouble } from '#core/errors.ts'
import { clearForms } from '#core/form/clear-forms.ts'
import { firstIdAt } from '#core/ids.ts'
import { deleteDroppedFiles } from '#core/image/delete-dropped-files.ts'
import { expireImages, type Retention } from '#core/image/expire-images.ts'
import { clearSignedFiles } from '#core/image/signed/clear-signed-files.ts'
import { startLoop } from '#core/loop.ts'
import type { World } from '#core/ports/world.ts'
import { clearImportFiles } from '#core/table/later-import.ts'
import type { Config } from '#server/settings/config.ts'
import type { Log } from '#telemetry/log.ts'

const hourMs = 3_600_000

/** How long an import tells what came of it. */
const endedImportsForMs = 7 * 24 * hourMs

/** How long deleted rows can be brought back. */
const deletedRowsForMs = 24 * hourMs

/** What is kept for as long as the operator says. */
interface Kept {
  images: Retention
  /** Delete runs and batches that ended longer ago. */
  runsDays: number | undefined
  /** Delete deliveries that are older. */
  deliveriesDays: number
}

/** What the settings say of it. */
export function keptOf(config: Config): Kept {
  return {
    images: {
      maxAgeDays: config.PICTABLE_RETENTION_DAYS,
      perRecord: config.PICTABLE_RETENTION_PER_RECORD,
      keepCurrent: config.PICTABLE_RETENTION_KEEP_CURRENT,
    },
    runsDays: config.PICTABLE_RETENTION_RUNS_DAYS,
    deliveriesDays: config.PICTABLE_RETENTION_DELIVERIES_DAYS,
  }
}

/** What grows old and goes: each at the start and every hour. */
function tasks(world: World, { images, runsDays, deliveriesDays }: Kept): (() => Promise<unknown>)[] {
  const { clock, data } = world
  const now = clock.now()
  const forgetBefore = new Date(now.getTime() - deliveriesDays * 24 * hourMs)
  const runsBefore = runsDays && new Date(now.getTime() - runsDays * 24 * hourMs)
  return [
    () => data.idempotency.deleteExpired(now),
    () => data.deliveries.deleteBefore(firstIdAt('delivery', forgetBefore)),
    () => data.deliveries.deleteOfGoneWebhooks(),
    () => data.webhooks.deleteUnused(forgetBefore),
    () => data.sessions.deleteOver(sessionsAt(now)),
    () => data.loginLinks.deleteExpired(now),
    () => data.rateLimits.deleteFull(new Date(now.getTime() - hourMs)),
    () => data.audit.deleteBefore(firstIdAt('audit', new Date(now.getTime() - auditForMs))),
    () => data.tables.forgetRows({ deletedBefore: new Date(now.getTime() - deletedRowsForMs) }),
    () => data.tables.deleteRowsOfGone(),
    () => data.tableImports.deleteEnded(firstIdAt('import', new Date(now.getTime() - endedImportsForMs))),
    () => clearImportFiles(world),
    () => data.outputs.deleteOfGoneActions(),
    () => data.recordKeys.deleteOfGoneActions(),
    () => data.deletedRecords.deleteOfGoneActions(),
    () => recheckDeleted(world),
    () => eraseDeleted(world),
    () => finishErasures(world),
    // Reads all rows of an action, so behind what people wait for.
    () => data.outputs.deleteGone(),
    () => clearSignedFiles(world),
    () => clearForms(world),
    () => expireImages(world, images),
    async () => runsBefore && data.runs.deleteEnded(runsBefore),
    async () => runsBefore && data.batches.deleteEnded(runsBefore),
    () => deleteDroppedFiles(world),
  ]
}

/** Clears away what has expired. @returns what ends it */
export function startHousekeeping({ world, log }: { world: World; log: Log }, kept: Kept): () => Promise<void> {
  const failure = 'Expired data could not be deleted'
  let interrupted: ReturnType<typeof tasks> = []
  const clear = async () => {
    const round = interrupted.length > 0 ? interrupted : tasks(world, kept)
    interrupted = []
    const outages: unknown[] = []
    for (const task of round) {
      await task().catch((error) => {
        // A task that fails for another reason is retried with the next round.
        if (!isOurTrouble(error)) return log.warn({ error }, failure)
        interrupted.push(task)
        outages.push(error)
      })
    }
    if (outages.length > 0) throw outages[0]
  }
  const loop = startLoop({ ...world, log }, clear, { everyMs: hourMs, failure })
  return loop.stop
}
