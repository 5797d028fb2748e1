import { backupStates } from '@pictable/model/backup'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { time } from './primitives.ts'

const place = z
  .string()
  .trim()
  .min(1)
  .max(1000)
  .meta({ description: 'Absolute path of a folder on the server, or `s3://bucket/prefix`' })
const keep = z.int().min(1).max(9999).meta({ description: 'Number of backups to keep, newest first' })

const backup = z
  .strictObject({
    id: z.string(),
    place,
    state: z.enum(backupStates),
    started_at: time,
    finished_at: time.nullable(),
    done_bytes: z.int().meta({ description: 'Bytes read so far' }),
    total_bytes: z.int().meta({ description: 'Bytes of the database and of all files, as far as known' }),
    added_bytes: z
      .int()
      .nullable()
      .meta({ description: 'Bytes that earlier backups had not stored; null until the backup ends' }),
    files: z.int().nullable().meta({ description: 'Images, assets and fonts; null until the backup ends' }),
    damaged_files: z
      .array(z.string())
      .meta({ description: 'Files that are damaged in the storage and therefore not in the backup' }),
    error: z
      .string()
      .nullable()
      .meta({ description: 'Why it failed; of a completed backup, why older ones could not be deleted' }),
  })
  .meta({ id: 'Backup' })

const schedule = z
  .strictObject({
    place,
    every_hours: z.int().min(1).max(744).meta({ description: 'Hours from the start of one backup to the next' }),
    keep,
  })
  .meta({ id: 'BackupSchedule', examples: [{ place: '/mnt/backups', every_hours: 24, keep: 14 }] })

export const backups = {
  list: endpoint({
    name: 'backups-list',
    method: 'GET',
    path: '/v1/backups',
    summary: 'List the latest 50 backups, newest first, and the schedule',
    description: 'Backups of the embedded database. On PostgreSQL the list is empty.',
    scope: 'admin',
    answers: {
      200: z.strictObject({ results: z.array(backup), schedule: schedule.nullable() }).meta({ id: 'Backups' }),
    },
    errors: [],
  }),
  create: endpoint({
    name: 'backups-create',
    method: 'POST',
    path: '/v1/backups',
    summary: 'Start a backup without stopping the server',
    description:
      'Copies the database, images, assets and fonts. Responds when the backup has started; the list shows its progress. Only one backup runs at a time.',
    scope: 'admin',
    body: z
      .strictObject({
        place: place.exactOptional().meta({ description: 'Default: the place of the schedule' }),
        keep: keep.exactOptional(),
      })
      .meta({ id: 'BackupCreate', examples: [{ place: '/mnt/backups' }] }),
    answers: { 202: backup },
    errors: ['conflict', 'storage_unavailable'],
  }),
  schedule: endpoint({
    name: 'backups-schedule',
    method: 'PATCH',
    path: '/v1/backups/schedule',
    summary: 'Set or remove the backup schedule',
    scope: 'admin',
    body: z.strictObject({ schedule: schedule.nullable().meta({ description: 'null turns the schedule off' }) }).meta({
      id: 'BackupScheduleUpdate',
      examples: [{ schedule: { place: '/mnt/backups', every_hours: 24, keep: 14 } }],
    }),
    answers: { 200: z.strictObject({ schedule: schedule.nullable() }).meta({ id: 'BackupScheduleAnswer' }) },
    errors: ['conflict', 'storage_unavailable'],
  }),
}
