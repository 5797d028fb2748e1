import { z } from 'zod'

/** The first entry of an archive: what it is. Then come rows, then files, then the end. */
export const manifestName = 'pictable.json'
export const manifestSchema = z.object({
  /** 2: a seal follows the tar; 1: releases before that wrote none. */
  format: z.literal([1, 2]),
  version: z.string(),
  /** Of the key that secrets are sealed with; null when none was ever stored. */
  secretKeyId: z.string().nullable(),
  /** Migrations that the rows went through. */
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  rows: z.int(),
  files: z.int(),
})
export type Manifest = z.output<typeof manifestSchema>

/** The last entry: without it the archive was cut off. */
export const endName = 'end.json'
export const endSchema = z.object({ rows: z.int(), files: z.int() })

/** Hears how far it is. */
export type OnProgress = (done: number, total: number) => void
