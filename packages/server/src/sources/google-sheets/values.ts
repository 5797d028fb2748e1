import type { FieldKind } from '@pictable/model/field'
import type { FieldValue } from '#core/ports/source.ts'
import type { Cell } from './grid.ts'

const DAY_MS = 86_400_000
/** Day 0 of a spreadsheet. */
const EPOCH_MS = Date.UTC(1899, 11, 30)

const imageFormula = /^=\s*(?:__xludf\.)?IMAGE\s*\(\s*"((?:[^"]|"")*)"/i

/** The URL in a formula such as `=IMAGE("https://…")`. */
export function imageUrlIn({ formula }: Cell): string | null {
  const found = formula === undefined ? null : imageFormula.exec(formula)
  return found === null ? null : (found[1] ?? '').replaceAll('""', '"')
}

export const imageOf = (url: string): string => `=IMAGE("${url.replaceAll('"', '""')}")`

const parts = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = parts.get(timeZone)
  if (known !== undefined) return known
  const numeric = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const
  const make = (zone: string) =>
    new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', era: 'short', second: 'numeric', ...numeric })
  let made: Intl.DateTimeFormat
  try {
    made = make(timeZone)
  } catch {
    made = make('UTC')
  }
  parts.set(timeZone, made)
  return made
}

/** What the clocks of the zone show at a moment, as if they were those of UTC. */
function clockAt(atMs: number, timeZone: string): number {
  const shown = formatOf(timeZone).formatToParts(new Date(atMs))
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(shown.find((part) => part.type === type)?.value)
  const at = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
  return at + (((atMs % 1000) + 1000) % 1000)
}

/** The moment at which the clocks of the zone show this. */
function momentOf(clockMs: number, timeZone: string): number {
  const guess = clockMs - (clockAt(clockMs, timeZone) - clockMs)
  return guess - (clockAt(guess, timeZone) - clockMs)
}

const isDay = (ms: number) => Number.isFinite(ms) && Math.abs(ms) < 8.64e15

function dateOf(serial: number): string | null {
  const ms = EPOCH_MS + Math.floor(serial) * DAY_MS
  return isDay(ms) ? new Date(ms).toISOString().slice(0, 10) : null
}

function dateTimeOf(serial: number, timeZone: string): string | null {
  const ms = EPOCH_MS + Math.round(serial * DAY_MS)
  return isDay(ms) ? new Date(momentOf(ms, timeZone)).toISOString() : null
}

export const isUrl = (text: string) => /^https?:\/\/\S+$/i.test(text)

function filesOf(cell: Cell): FieldValue {
  const url = imageUrlIn(cell) ?? (typeof cell.value === 'string' && isUrl(cell.value) ? cell.value : null)
  if (url === null) return null
  const [, filename = 'image'] = /\/([^/?#]+)(?:[?#].*)?$/.exec(url) ?? []
  return [{ url, filename }]
}

const textOf = (cell: Cell): string | null => {
  const text = imageUrlIn(cell) ?? (typeof cell.value === 'string' ? cell.value : cell.text)
  return cell.value === null && imageUrlIn(cell) === null ? null : text || null
}

/** The value of a cell as every source gives it. */
export function readValue(kind: FieldKind, cell: Cell | undefined, timeZone: string): FieldValue {
  if (cell === undefined) return null
  const { value } = cell
  switch (kind) {
    case 'attachments':
      return filesOf(cell)
    case 'number':
      return typeof value === 'number' ? value : textOf(cell)
    case 'checkbox':
      return typeof value === 'boolean' ? value : textOf(cell)
    case 'date':
      return typeof value === 'number' ? dateOf(value) : textOf(cell)
    case 'date_time':
      return typeof value === 'number' ? dateTimeOf(value, timeZone) : textOf(cell)
    default:
      return textOf(cell)
  }
}

const dates = new Set(['DATE', 'DATE_TIME'])

type Form = 'image' | 'checkbox' | 'date' | 'date_time' | 'number' | 'url' | 'text'

function formOf(cell: Cell): Form | null {
  const { value, format = '' } = cell
  if (imageUrlIn(cell) !== null) return 'image'
  if (value === null || value === '') return null
  if (typeof value === 'boolean') return 'checkbox'
  if (typeof value === 'string') return isUrl(value) ? 'url' : 'text'
  if (dates.has(format)) return format === 'DATE' ? 'date' : 'date_time'
  return format === 'TIME' || format === 'TEXT' ? 'text' : 'number'
}

/** What the cells of a column have in common; text where that is nothing. */
export function kindOf(cells: Iterable<Cell>): FieldKind {
  const forms = new Set<Form>()
  for (const cell of cells) {
    const form = formOf(cell)
    if (form !== null) forms.add(form)
  }
  const [first = 'text', ...others] = forms
  if (forms.has('image')) return others.every((form) => form === 'url') ? 'attachments' : 'text'
  if (others.length === 0) return first === 'image' ? 'attachments' : first
  return [...forms].every((form) => form === 'date' || form === 'date_time') ? 'date_time' : 'text'
}
