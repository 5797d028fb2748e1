import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import { hasPassed } from '#core/has-passed.ts'
import { createNewId } from '#core/ids.ts'
import { startLoop } from '#core/loop.ts'
import type { Backup, BackupRequest, BackupSchedule, Backups } from '#core/ports/backups.ts'
import type { Clock } from '#core/ports/clock.ts'
import type { SettingData } from '#core/ports/data/access.ts'
import type { Random } from '#core/ports/random.ts'
import type { Storage } from '#core/ports/storage.ts'
import type { Database, EmbeddedDatabase } from '#database/database.ts'
import type { Config } from '#server/settings/config.ts'
import { version } from '#server/settings/version.ts'
import type { Log } from '#telemetry/log.ts'
import { openClaimed, refusedOnPostgres } from './place.ts'
import { makeAndPrune } from './prune-backups.ts'

const scheduleSetting = 'backup_schedule'
const historySetting = 'backup_history'
const MAX_HISTORY = 50
const LOOK_EVERY_MS = 30_000
const HOUR_MS = 3_600_000

const historySchema = z.array(
  z.object({
    id: z.string(),
    place: z.string(),
    state: z.enum(['completed', 'failed']),
    startedAt: z.coerce.date(),
    finishedAt: z.coerce.date(),
    doneBytes: z.int(),
    totalBytes: z.int(),
    addedBytes: z.int().nullable(),
    files: z.int().nullable(),
    damaged: z.array(z.string()),
    error: z.string().nullable(),
  }),
)
/** With the data folder that it was made for: a restored copy elsewhere must not write to the place of the original. */
const scheduleSchema = z.object({ place: z.string(), everyHours: z.int(), keep: z.int(), dataDir: z.string() })

interface Running {
  config: Config
  database: EmbeddedDatabase
  settings: SettingData
  storage: Storage
  clock: Clock
  random: Random
  log: Log
}

export interface RunningBackups extends Backups {
  /** Starts those of the schedule from now on. */
  startSchedule(): void
  /** Ends the one that runs, which is no backup then. */
  close(): Promise<void>
}

/** Whether a scheduled backup is to be made now: a failed one is repeated after an hour at most. */
export function isDue({ place, everyHours }: BackupSchedule, history: readonly Backup[], now: Date): boolean {
  const last = history.find((backup) => backup.place === place)
  if (last === undefined) return true
  const hours = last.state === 'failed' ? Math.min(1, everyHours) : everyHours
  return hasPassed(hours * HOUR_MS, { since: last.startedAt, now })
}

/** A place that never had a complete backup has failed ones, which are told apart. */
export function isOverdue(schedule: BackupSchedule, history: readonly Backup[], now: Date): boolean {
  const last = history.find(({ state, place }) => state === 'completed' && place === schedule.place)
  return last !== undefined && hasPassed(2 * schedule.everyHours * HOUR_MS + 1, { since: last.startedAt, now })
}

/** `createBackups()` makes backups of a running installation, one at a time, and keeps what became of them. */
function createBackups(running: Running): RunningBackups {
  const { config, database, settings, storage, clock, random, log } = running
  const newId = createNewId(clock, random)
  const ended = new AbortController()
  let current: Backup | null = null
  let work: Promise<void> = Promise.resolve()
  let loop: ReturnType<typeof startLoop> | null = null

  const readHistory = async (): Promise<Backup[]> => historySchema.parse((await settings.get(historySetting)) ?? [])
  async function readSchedule(): Promise<BackupSchedule | null> {
    const stored = scheduleSchema.nullable().parse((await settings.get(scheduleSetting)) ?? null)
    return stored?.dataDir === config.PICTABLE_DATA_DIR ? stored : null
  }

  async function copy(backup: Backup, place: Storage, keep: number | undefined): Promise<Backup> {
    const options = {
      ...{ id: backup.id, database, storage, place, now: clock.now },
      version: version(),
      onProgress(doneBytes: number, totalBytes: number) {
        Object.assign(backup, { doneBytes, totalBytes })
      },
      signal: ended.signal,
    }
    const { manifest, addedBytes, longestHoldMs, warning } = await makeAndPrune(options, keep)
    const { files, damaged } = manifest
    const said = { backup_id: backup.id, place: backup.place, held_ms: Math.round(longestHoldMs) }
    log.info(said, 'A backup is complete')
    if (warning !== null) log.warn({ ...said, warning }, 'Older backups could not be deleted')
    return {
      ...backup,
      state: 'completed',
      error: warning,
      addedBytes,
      files: files.count,
      damaged: damaged.slice(0, 100),
    }
  }

  function failed(backup: Backup, error: unknown): Backup {
    log.warn({ error, backup_id: backup.id, place: backup.place }, 'A backup failed')
    const why = error instanceof AppError ? error.message : 'An internal error occurred. See the server log.'
    return { ...backup, state: 'failed', error: why }
  }

  async function run(backup: Backup, place: Storage, keep: number | undefined): Promise<void> {
    const outcome = await copy(backup, place, keep).catch((error) => failed(backup, error))
    const finished: Backup = { ...outcome, finishedAt: clock.now() }
    try {
      await settings.set(historySetting, [finished, ...(await readHistory())].slice(0, MAX_HISTORY))
    } catch (error) {
      log.warn({ error }, 'The outcome of a backup could not be stored')
    } finally {
      current = null
      await place.close()
    }
  }

  async function start({ place: given, keep: givenKeep }: BackupRequest): Promise<Backup> {
    const schedule = await readSchedule()
    const name = given ?? schedule?.place
    if (name === undefined) throw new AppError('invalid_request', 'Set a place, because there is no backup schedule.')
    if (current !== null)
      throw new AppError(
        'conflict',
        `The backup ${current.id} to ${current.place} is running. Wait until it has ended.`,
      )
    const backup: Backup = {
      ...{ id: newId('backup'), place: name, state: 'running', startedAt: clock.now(), finishedAt: null },
      ...{ doneBytes: 0, totalBytes: 0, addedBytes: null, files: null, damaged: [], error: null },
    }
    current = backup
    const place = await openClaimed(config, name, storage).catch((error) => {
      current = null
      throw error
    })
    work = run(backup, place, givenKeep ?? (schedule?.place === name ? schedule.keep : undefined))
    return { ...backup }
  }

  async function startDue(): Promise<void> {
    const schedule = await readSchedule()
    if (schedule === null || current !== null) return
    if (isDue(schedule, await readHistory(), clock.now())) await start({})
  }

  return {
    list: async () => [...(current === null ? [] : [{ ...current }]), ...(await readHistory())],
    start,
    schedule: readSchedule,
    async setSchedule(schedule) {
      if (schedule !== null) await (await openClaimed(config, schedule.place, storage)).close()
      await settings.set(scheduleSetting, schedule && { ...schedule, dataDir: config.PICTABLE_DATA_DIR })
    },
    runningSince: () => current?.startedAt ?? null,
    startSchedule() {
      const failure = 'A scheduled backup could not be started'
      loop = startLoop({ ...running, recovery: database.recovery }, startDue, {
        everyMs: LOOK_EVERY_MS,
        afterMs: LOOK_EVERY_MS,
        failure,
      })
    },
    async close() {
      ended.abort(new AppError('unavailable', 'The server stopped before the backup was complete.'))
      await loop?.stop()
      await work
    },
  }
}

/** On PostgreSQL, whose own tools make backups. */
function refusingBackups(why: string): RunningBackups {
  const refuse = async () => {
    throw new AppError('conflict', why)
  }
  return {
    list: async () => [],
    schedule: async () => null,
    runningSince: () => null,
    start: refuse,
    setSchedule: refuse,
    startSchedule() {},
    close: async () => {},
  }
}

/** Backups of the open database. */
export function openBackups({
  database,
  ...running
}: Omit<Running, 'database'> & { database: Database }): RunningBackups {
  return database.kind === 'embedded' ? createBackups({ ...running, database }) : refusingBackups(refusedOnPostgres)
}
