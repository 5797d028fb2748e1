import { type CallAnswer, type Contract, contract } from '@pictable/client'
import type { Backup, BackupSchedule } from '#core/ports/backups.ts'
import { handlers } from '#http/endpoint/handlers.ts'

type BackupsJson = CallAnswer<Contract['backups']['list']>

const presentBackup = (backup: Backup): BackupsJson['results'][number] => ({
  id: backup.id,
  place: backup.place,
  state: backup.state,
  started_at: backup.startedAt.toISOString(),
  finished_at: backup.finishedAt?.toISOString() ?? null,
  done_bytes: backup.doneBytes,
  total_bytes: backup.totalBytes,
  added_bytes: backup.addedBytes,
  files: backup.files,
  damaged_files: [...backup.damaged],
  error: backup.error,
})

const presentSchedule = (schedule: BackupSchedule | null): BackupsJson['schedule'] =>
  schedule && { place: schedule.place, every_hours: schedule.everyHours, keep: schedule.keep }

export const backups = handlers(contract.backups)({
  list: async ({ world }) => ({
    status: 200,
    body: {
      results: (await world.backups.list()).map(presentBackup),
      schedule: presentSchedule(await world.backups.schedule()),
    },
  }),
  create: async ({ world, body }) => ({ status: 202, body: presentBackup(await world.backups.start(body)) }),
  schedule: async ({ world, body: { schedule } }) => {
    await world.backups.setSchedule(
      schedule && { place: schedule.place, everyHours: schedule.every_hours, keep: schedule.keep },
    )
    return { status: 200, body: { schedule: presentSchedule(await world.backups.schedule()) } }
  },
})
