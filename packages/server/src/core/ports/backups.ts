import type { BackupState } from '@pictable/model/backup'

export interface Backup {
  id: string
  /** A folder, or `s3://bucket/prefix`. */
  place: string
  state: BackupState
  startedAt: Date
  finishedAt: Date | null
  /** Bytes looked at, and how many there are as far as is known. */
  doneBytes: number
  totalBytes: number
  /** Bytes that the place had to take; null until it has ended. */
  addedBytes: number | null
  /** Images, assets and fonts; null until it has ended. */
  files: number | null
  /** Files that are damaged in the storage and therefore not in the backup. */
  damaged: readonly string[]
  /** Why it failed, in words. */
  error: string | null
}

export interface BackupSchedule {
  place: string
  everyHours: number
  /** Backups that stay in the place, the newest. */
  keep: number
}

export interface BackupRequest {
  /** Default: that of the schedule. */
  place?: string | undefined
  /** Default: that of the schedule in its place; all elsewhere. */
  keep?: number | undefined
}

/** Backups of this installation while it runs. */
export interface Backups {
  /** The latest ones, newest first. */
  list(): Promise<Backup[]>
  /**
   * Starts one, which goes on by itself.
   * @throws AppError `conflict` while one runs or on PostgreSQL, `invalid_request` or `storage_unavailable` for its place
   */
  start(request: BackupRequest): Promise<Backup>
  schedule(): Promise<BackupSchedule | null>
  /** @throws AppError as `start()` when the place cannot be used */
  setSchedule(schedule: BackupSchedule | null): Promise<void>
  /** Since when one runs: files that were dropped since then must stay until it ends. */
  runningSince(): Date | null
}
