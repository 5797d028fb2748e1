import type { FieldKind } from '@pictable/model/field'
import type { WriteForm } from '#sources/hosted/write-value.ts'

/** How a cell of a kind of NocoDB field is read, and written where `writes` says how. */
export interface NocoKind {
  kind: FieldKind
  /** Absent: the field is worked out by NocoDB, or holds what Pictable does not write. */
  writes?: WriteForm
  computed?: true
}

const text: NocoKind = { kind: 'text', writes: 'text' }
const number: NocoKind = { kind: 'number', writes: 'number' }
const computedText: NocoKind = { kind: 'text', computed: true }
const computedNumber: NocoKind = { kind: 'number', computed: true }
const computedUser: NocoKind = { kind: 'user', computed: true }
const computedTime: NocoKind = { kind: 'date_time', computed: true }

/** By what NocoDB calls the type of a field (`uidt`). */
const kinds: Readonly<Record<string, NocoKind>> = {
  ID: { kind: 'number', computed: true },
  AutoNumber: computedNumber,
  SingleLineText: text,
  LongText: text,
  PhoneNumber: text,
  Email: text,
  Colour: text,
  GeoData: text,
  URL: { kind: 'url', writes: 'text' },
  Number: number,
  Decimal: number,
  Currency: number,
  Duration: number,
  Rating: number,
  Year: number,
  Percent: { kind: 'number', writes: 'percent' },
  Date: { kind: 'date', writes: 'date' },
  DateTime: { kind: 'date_time', writes: 'date_time' },
  Time: { kind: 'text', writes: 'time' },
  Checkbox: { kind: 'checkbox', writes: 'checkbox' },
  SingleSelect: { kind: 'single_select', writes: 'choice' },
  MultiSelect: { kind: 'multi_select', writes: 'choices' },
  Attachment: { kind: 'attachments', writes: 'files' },
  JSON: { kind: 'json', writes: 'json_text' },
  User: { kind: 'user' },
  Collaborator: { kind: 'user' },
  Links: { kind: 'link' },
  LinkToAnotherRecord: { kind: 'link' },
  ForeignKey: computedText,
  Lookup: computedText,
  Rollup: computedNumber,
  Count: computedNumber,
  Barcode: computedText,
  QrCode: computedText,
  CreatedTime: computedTime,
  LastModifiedTime: computedTime,
  CreatedBy: computedUser,
  LastModifiedBy: computedUser,
  UUID: computedText,
  Geometry: { kind: 'text' },
  SpecificDBType: { kind: 'unknown' },
}

/** What a formula gives, by the type that NocoDB found when it parsed it. */
const formulas: Readonly<Record<string, FieldKind>> = {
  numeric: 'number',
  boolean: 'checkbox',
  date: 'date',
}

/** NocoDB keeps these to itself: they are in no answer. */
export const neverAnswered: ReadonlySet<string> = new Set(['Button', 'Order', 'Meta', 'Deleted'])

export function nocoKindOf(uidt: string, { isRichText = false, formula = '' } = {}): NocoKind {
  if (uidt === 'Formula') return { kind: formulas[formula] ?? 'text', computed: true }
  if (uidt === 'LongText' && isRichText) return { kind: 'rich_text', writes: 'text' }
  return kinds[uidt] ?? { kind: 'unknown' }
}
