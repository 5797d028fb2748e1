import { MAX_BRAND_COLORS } from '@pictable/model/brand-colors'
import { fileProblems, ownerKinds } from '@pictable/model/stored-file'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const fileCheck = z
  .strictObject({
    started_at: z.iso.datetime().meta({ description: 'Start of the latest check of all files' }),
    finished_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Time at which the last check finished; null if none has' }),
    files_checked: z.int().meta({ description: 'Files read by the latest check so far' }),
    broken_count: z.int().meta({ description: 'Files that are damaged, missing or unreadable, and not repaired' }),
    broken: z
      .array(
        z.strictObject({
          key: z.string().meta({ description: 'Path of the file in the storage' }),
          kind: z.enum(ownerKinds),
          id: z.string(),
          problem: z.enum(fileProblems),
          cure: z.string().meta({ description: 'How to repair the file' }),
        }),
      )
      .meta({ description: 'At most 100 of these files' }),
  })
  .meta({ id: 'FileCheck' })

const brandColors = z
  .array(
    z
      .string()
      .max(9)
      .regex(/^#[0-9a-f]{6}(?:[0-9a-f]{2})?$/, 'must be a colour such as `#ff8800`, or `#ff880080`'),
  )
  .max(MAX_BRAND_COLORS)
  .meta({ description: 'Colours that the editor offers in every template, in this order. Can be changed' })

const settingsShape = z
  .strictObject({
    name: z.string().meta({ description: 'Name of this installation. Can be changed' }),
    brand_colors: brandColors,
    version: z.string(),
    node_version: z.string(),
    public_url: z.string().meta({ description: 'Public URL of this server. Image URLs begin with it' }),
    public_url_problem: z.string().nullable().meta({
      description: 'Reason why others cannot fetch images from there, such as `which only this machine can reach`',
    }),
    mail_from: z
      .string()
      .nullable()
      .meta({ description: 'Sender of email notifications; null if email is not set up' }),
    storage: z.strictObject({
      kind: z.string().meta({ description: 'Kind of the storage, such as `disk` or `s3`' }),
      place: z.string().meta({ description: 'Folder, or URL of the bucket' }),
    }),
    file_check: fileCheck.nullable().meta({
      description: 'Background check of all stored files against their SHA-256; null before the first one starts',
    }),
    database: z.strictObject({ kind: z.enum(['embedded', 'postgres']) }),
    secret_key: z.strictObject({
      from: z.enum(['setting', 'data_folder']).meta({ description: 'Origin of the key that encrypts secrets' }),
    }),
    renderer: z.strictObject({ processes: z.int() }),
    retention: z.strictObject({
      runs_max_age_days: z
        .int()
        .nullable()
        .meta({ description: 'Delete runs this many days after their end; null for never' }),
      deliveries_max_age_days: z
        .int()
        .meta({ description: 'Delete webhook deliveries this many days after they were created' }),
      max_age_days: z.int().nullable(),
      per_record: z.int().nullable(),
      keep_current: z.boolean(),
    }),
    limits: z.strictObject({
      json_bytes: z.int(),
      upload_bytes: z.int(),
      calls_per_minute: z.int().meta({ description: 'Limit per key and user' }),
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
    summary: 'Retrieve the settings of this installation',
    description: 'All settings except the name and the brand colours are set by the environment of the server.',
    scope: 'read',
    answers: { 200: settingsShape },
    errors: [],
  }),
  update: endpoint({
    name: 'settings-update',
    method: 'PATCH',
    path: '/v1/settings',
    summary: 'Update the settings',
    scope: 'admin',
    body: z
      .strictObject({
        name: z.string().trim().min(1).max(100).exactOptional(),
        brand_colors: brandColors.exactOptional(),
      })
      .meta({ id: 'SettingsUpdate', examples: [{ name: 'Pictures of the shop', brand_colors: ['#0f766e'] }] }),
    answers: { 200: settingsShape },
    errors: [],
  }),
}
