import type { FieldFormat } from '@pictable/model/field-format'
import { fieldFormat } from '@pictable/model/field-format'
import { expect, test } from 'vitest'
import { readFieldFormat } from './field-format.ts'
import { shippedDescriptions } from './shipped.ts'

const euros: FieldFormat = { type: 'currency', currency: 'EUR', minimumDigits: 2, maximumDigits: 2 }
const twoDigits: FieldFormat = { type: 'number', grouping: false, minimumDigits: 2, maximumDigits: 2 }
const percent: FieldFormat = { type: 'number', style: 'percent', minimumDigits: 1, maximumDigits: 1 }
const percentSign: FieldFormat = { type: 'number', style: 'percent_sign', minimumDigits: 1, maximumDigits: 1 }
const day: FieldFormat = { type: 'date', dateStyle: 'medium' }
const longDay: FieldFormat = { type: 'date', dateStyle: 'long' }
const inMadrid = { timeZone: 'Europe/Madrid' }
const by = (pattern: string, zone: { timeZone?: string } = {}): FieldFormat => ({ type: 'date', pattern, ...zone })
const usTime = { type: 'date', date_format: 'US', date_include_time: true }

type Case = [title: string, entry: Record<string, unknown>, format: FieldFormat | null]

const baserow: Case[] = [
  ['a whole number', { type: 'number', number_decimal_places: 0, number_prefix: '', number_suffix: '' }, null],
  ['two decimals', { type: 'number', number_decimal_places: 2, number_prefix: '', number_suffix: '' }, twoDigits],
  ['a prefix', { type: 'number', number_decimal_places: 2, number_prefix: '€ ' }, euros],
  ['a suffix', { type: 'number', number_decimal_places: 2, number_prefix: '', number_suffix: ' €' }, euros],
  ['a unit', { type: 'number', number_decimal_places: 2, number_prefix: '', number_suffix: 'kg' }, twoDigits],
  ['a percent sign', { type: 'number', number_decimal_places: 1, number_prefix: '', number_suffix: '%' }, percentSign],
  ['an old server', { type: 'number', number_decimal_places: 2 }, twoDigits],
  ['a formula', { type: 'formula', formula_type: 'number', number_decimal_places: 2 }, twoDigits],
  ['a duration', { type: 'duration', duration_format: 'h:mm' }, { type: 'duration', form: 'h:mm' }],
  [
    'a duration to the tenth',
    { type: 'duration', duration_format: 'h:mm:ss.s' },
    { type: 'duration', form: 'h:mm:ss.S' },
  ],
  ['a duration in days', { type: 'duration', duration_format: 'd h:mm' }, null],
  [
    'the sum of durations',
    { type: 'rollup', formula_type: 'duration', duration_format: 'h:mm:ss', number_decimal_places: null },
    { type: 'duration', form: 'h:mm:ss' },
  ],
  ['an ISO day', { type: 'date', date_format: 'ISO', date_include_time: false }, null],
  ['a day', { type: 'date', date_format: 'EU', date_include_time: false }, by('dd/MM/yyyy')],
  [
    'a time in a zone',
    { ...usTime, date_time_format: '12', date_force_timezone: 'Europe/Madrid' },
    by('MM/dd/yyyy hh:mm a', inMadrid),
  ],
  [
    'a zone that nobody knows',
    { ...usTime, date_time_format: '24', date_force_timezone: 'Moon/Sea' },
    by('MM/dd/yyyy HH:mm'),
  ],
  ['when it was made', { type: 'created_on', date_format: 'EU', date_include_time: false }, by('dd/MM/yyyy')],
  ['a text', { type: 'text' }, null],
]

const shownAs = (prefix: string | null, suffix: string | null) => ({
  display: 'formatted-value',
  display_options: { format: true, prefix, suffix },
})

const directus: Case[] = [
  ['a whole number', { type: 'integer', schema: { numeric_scale: null }, meta: null }, null],
  ['decimals', { type: 'decimal', schema: { numeric_scale: 2 }, meta: null }, twoDigits],
  ['a prefix', { type: 'decimal', schema: { numeric_scale: 2 }, meta: shownAs('€', null) }, euros],
  ['a suffix', { type: 'decimal', schema: { numeric_scale: 2 }, meta: shownAs(null, ' EUR') }, euros],
  ['a unit', { type: 'decimal', schema: { numeric_scale: 2 }, meta: shownAs(null, ' kg') }, twoDigits],
  ['a percent sign', { type: 'decimal', schema: { numeric_scale: 1 }, meta: shownAs(null, '%') }, percentSign],
  ['a day', { type: 'date', meta: { display: null } }, null],
  ['a long day', { type: 'date', meta: { display: 'datetime', display_options: { format: 'long' } } }, longDay],
  ['a short day', { type: 'date', meta: { display: 'datetime', display_options: { format: 'short' } } }, day],
  [
    'a day by a pattern',
    { type: 'date', meta: { display: 'datetime', display_options: { format: 'd. MMMM yyyy' } } },
    by('d. MMMM yyyy'),
  ],
  [
    'a time by a pattern',
    { type: 'timestamp', meta: { display: 'datetime', display_options: { format: 'dd.MM.yy HH:mm' } } },
    by('dd.MM.yy HH:mm'),
  ],
  [
    'a long time',
    { type: 'timestamp', meta: { display: 'datetime', display_options: { format: 'long' } } },
    { ...longDay, timeStyle: 'short' },
  ],
  ['a time', { type: 'timestamp', meta: null }, { ...day, timeStyle: 'short' }],
]

const formatted = (formatting: Record<string, unknown>) => ({ options: { formatting } })

const teable: Case[] = [
  ['a whole number', { type: 'number', ...formatted({ type: 'decimal', precision: 0 }) }, null],
  ['decimals', { type: 'number', ...formatted({ type: 'decimal', precision: 2 }) }, twoDigits],
  ['a price', { type: 'number', ...formatted({ type: 'currency', precision: 2, symbol: '€' }) }, euros],
  ['percent', { type: 'rollup', ...formatted({ type: 'percent', precision: 1 }) }, percent],
  [
    'several prices',
    { type: 'formula', isMultipleCellValue: true, ...formatted({ type: 'currency', precision: 2, symbol: '€' }) },
    null,
  ],
  [
    'a day',
    { type: 'date', ...formatted({ date: 'DD/MM/YYYY', time: 'None', ...inMadrid }) },
    by('dd/MM/yyyy', inMadrid),
  ],
  [
    'a long day',
    { type: 'date', ...formatted({ date: 'MMMM D, YYYY', time: 'None', ...inMadrid }) },
    by('MMMM d, yyyy', inMadrid),
  ],
  [
    'a time',
    { type: 'createdTime', ...formatted({ date: 'YYYY-MM-DD', time: 'HH:mm', ...inMadrid }) },
    by('yyyy-MM-dd HH:mm', inMadrid),
  ],
]

const casesOf: Readonly<Record<string, Case[]>> = { baserow, directus, teable }
const noCases: Case[] = [['nothing: it has no cases', {}, null]]

const shown = shippedDescriptions.flatMap(({ kind, title, formats }) =>
  (casesOf[kind] ?? noCases).map(([what, entry, format]) => ({ title, formats, what, entry, format })),
)

test.each(shown)('$title shows $what', ({ formats, entry, format }) => {
  const read = readFieldFormat(formats, entry, String(entry.type))
  expect(read).toEqual(format)
  if (read !== null) expect(fieldFormat.safeParse(read).success).toBe(true)
})

test('every description that is shipped has cases', () => {
  expect(Object.keys(casesOf).sort()).toEqual(shippedDescriptions.map(({ kind }) => kind).sort())
})
