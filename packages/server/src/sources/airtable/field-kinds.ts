import type { FieldKind } from '@pictable/model/field'
import { z } from 'zod'

/** What decides how the values of a field are read; `result` is what a formula, rollup or lookup gives. */
export interface FieldType {
  type: string
  options?:
    | {
        result?: FieldType | null | undefined
        linkedTableId?: string | undefined
        choices?: readonly { name: string }[] | undefined
        precision?: number | undefined
        symbol?: string | undefined
        durationFormat?: string | undefined
        dateFormat?: { name: string } | undefined
        timeFormat?: { name: string } | undefined
        timeZone?: string | undefined
      }
    | null
    | undefined
}

export const fieldType: z.ZodType<FieldType> = z.object({
  type: z.string(),
  options: z
    .object({
      get result() {
        return fieldType.nullish()
      },
      linkedTableId: z.string().optional(),
      precision: z.int().min(0).max(20).optional().catch(undefined),
      symbol: z.string().optional().catch(undefined),
      durationFormat: z.string().optional().catch(undefined),
      dateFormat: z.object({ name: z.string() }).optional().catch(undefined),
      timeFormat: z.object({ name: z.string() }).optional().catch(undefined),
      timeZone: z.string().optional().catch(undefined),
      choices: z
        .array(z.object({ name: z.string() }))
        .optional()
        .catch(undefined),
    })
    .nullish(),
})

const written = {
  singleLineText: 'text',
  email: 'text',
  phoneNumber: 'text',
  multilineText: 'text',
  richText: 'rich_text',
  url: 'url',
  number: 'number',
  percent: 'number',
  currency: 'number',
  duration: 'number',
  rating: 'number',
  checkbox: 'checkbox',
  date: 'date',
  dateTime: 'date_time',
  singleSelect: 'single_select',
  multipleSelects: 'multi_select',
  singleCollaborator: 'user',
  multipleCollaborators: 'user',
  multipleRecordLinks: 'link',
  multipleAttachments: 'attachments',
  barcode: 'text',
} as const satisfies Record<string, FieldKind>

const computed = {
  aiText: 'text',
  autoNumber: 'number',
  button: 'url',
  count: 'number',
  createdBy: 'user',
  createdTime: 'date_time',
  externalSyncSource: 'single_select',
  formula: 'unknown',
  lastModifiedBy: 'user',
  lastModifiedTime: 'date_time',
  lookup: 'unknown',
  multipleLookupValues: 'unknown',
  rollup: 'unknown',
} as const satisfies Record<string, FieldKind>

const kinds: ReadonlyMap<string, FieldKind> = new Map(Object.entries({ ...written, ...computed }))

/** What the values are made of: of a computed field, what it gives. */
export function valueTypeOf(field: FieldType): FieldType {
  const result = field.options?.result
  return result === undefined || result === null ? field : valueTypeOf(result)
}

/** Types that Airtable adds later are read as text. */
export function kindOf(field: FieldType): FieldKind {
  return kinds.get(valueTypeOf(field).type) ?? 'unknown'
}

/** The id of the table whose records a field names, also through a lookup. */
export function linkedTableOf(field: FieldType): string | undefined {
  return kindOf(field) === 'link' ? valueTypeOf(field).options?.linkedTableId : undefined
}

/** Whether the type is one of today's. */
export function isKnown({ type }: FieldType): boolean {
  return kinds.has(type)
}

export function isComputed({ type }: FieldType): boolean {
  return Object.hasOwn(computed, type)
}
