import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const fileCheck = z
  .strictObject({
    started_at: z.iso.datetime().meta({ description: 'Start of the latest pass over all files' }),
    finished_at: z.iso.datetime().nullable().meta({ description: 'When a pass last reached the end; null = never' }),
    files_checked: z.int().meta({ description: 'Files that the latest pass has read so far' }),
    broken_count: z.int().meta({ description: 'Files that are damaged, missing or unreadable, and not repaired yet' }),
    broken: z
      .array(
        z.strictObject({
          key: z.string().meta({ description: 'Path of the file in the storage' }),
          kind: z.enum(['image', 'asset', 'font']),
          id: z.string(),
          problem: z.enum(['damaged', 'missing', 'unreadable']),
          cure: z.string().meta({ description: 'How to repair the file' }),
        }),
      )
      .meta({ description: 'At most 100 of these files' }),
  })
  .meta({ id: 'FileCheck' })

const settingsShape = z
  .strictObject({
    name: z.string().meta({ description: 'What this installation is called; may be changed' }),
    version: z.string(),
    node_version: z.string(),
    public_url: z.string().meta({ description: 'The URLs of images begin with it' }),
    public_url_problem: z
      .string()
      .nullable()
      .meta({ description: 'Why others cannot fetch from there, such as `which only this machine reaches`' }),
    storage: z.strictObject({
      kind: z.enum(['disk', 's3']),
      place: z.string().meta({ description: 'The folder, or the address of the bucket' }),
    }),
    file_check: fileCheck
      .nullable()
      .meta({ description: 'Background check of all stored files against their SHA-256; null = not started yet' }),
    database: z.strictObject({ kind: z.enum(['embedded', 'postgres']) }),
    secret_key: z.strictObject({
      from: z.enum(['setting', 'data_folder']).meta({ description: 'Where the key that seals secrets comes from' }),
    }),
    renderer: z.strictObject({ processes: z.int() }),
    retention: z.strictObject({
      runs_max_age_days: z.int().nullable().meta({ description: 'Runs that ended before are deleted; null = none' }),
      deliveries_max_age_days: z.int().meta({ description: 'Webhook deliveries older than this are deleted' }),
      max_age_days: z.int().nullable(),
      per_record: z.int().nullable(),
      keep_current: z.boolean(),
    }),
    limits: z.strictObject({
      json_bytes: z.int(),
      upload_bytes: z.int(),
      calls_per_minute: z.int().meta({ description: 'Of each key and user' }),
      session_idle_days: z.int(),
      session_days: z.int(),
      password_length: z.strictObject({ min: z.int(), max: z.int() }),
    }),
  })
  .meta({ id: 'Settings' })

export const settings = {
  get: endpoint({
    name: 'settings-get',
    method: 'GET',
    path: '/v1/settings',
    summary: 'How this installation is set up',
    description: 'All but the name is set by the environment of the server.',
    scope: 'read',
    answers: { 200: settingsShape },
    errors: [],
  }),
  update: endpoint({
    name: 'settings-update',
    method: 'PATCH',
    path: '/v1/settings',
    summary: 'Change what may be changed',
    scope: 'admin',
    body: z
      .strictObject({ name: z.string().trim().min(1).max(100).exactOptional() })
      .meta({ id: 'SettingsUpdate', examples: [{ name: 'Pictures of the shop' }] }),
    answers: { 200: settingsShape },
    errors: [],
  }),
}
