import { z } from 'zod'
import type { ObjectOf } from './object-of.ts'

/** Kinds of a field that a built-in table can have, in the order in which people look for them. */
export const tableFieldKinds = [
  'text',
  'rich_text',
  'number',
  'checkbox',
  'date',
  'date_time',
  'single_select',
  'multi_select',
  'link',
  'attachments',
  'url',
  'json',
] as const

export type TableFieldKind = (typeof tableFieldKinds)[number]

/** How the values of a field are to be understood, one list for every source. */
export const fieldKinds = [...tableFieldKinds, 'user', 'unknown'] as const

export type FieldKind = (typeof fieldKinds)[number]

/** The kinds whose values cannot be part of a stable URL. */
export const KINDS_WITHOUT_KEY: ReadonlySet<FieldKind> = new Set(['attachments', 'json', 'checkbox'])

/** A field of the source: the id decides where ids exist, the name is what was last shown. */
export const fieldRefOf = (object: ObjectOf) => object({ id: z.string(), name: z.string() })

export type FieldRef = z.output<ReturnType<typeof fieldRefOf>>
