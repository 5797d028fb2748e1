import type { FieldFormat } from '@pictable/model/field-format'
import { ImageOff } from 'lucide-react'
import * as v from 'valibot'
import { whenOpened } from '#dashboard/api/lazily.ts'
import { t } from '#dashboard/strings/actions.ts'
import { locale } from '#dashboard/strings/t.ts'

const Formatted = whenOpened(() => import('#dashboard/parts/cells/formatted.tsx'), 'Formatted')

const files = v.pipe(v.array(v.looseObject({ url: v.string(), filename: v.optional(v.string()) })), v.minLength(1))
const labels = v.array(v.union([v.string(), v.looseObject({ label: v.string() })]))

/** Linked rows, each with its columns. */
const rows = v.array(v.record(v.string(), v.unknown()))

const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 })

/** Where the page may load a picture from: our own assets, and nowhere else. */
function pictureOf(url: string): string | null {
  return url.startsWith('asset:') ? `/v1/assets/${url.slice('asset:'.length)}/content` : null
}

/** A value of a record as people read it. */
export function cellText(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'number') return numbers.format(value)
  if (typeof value === 'boolean') return t(value ? 'actions.yes' : 'actions.no')
  if (typeof value !== 'object') return String(value)
  if (v.is(files, value)) return value.map(({ url, filename }) => filename ?? url).join(', ')
  if (!v.is(labels, value)) {
    const isRows = v.is(rows, value)
    return isRows ? value.map((row) => Object.values(row).map(cellText).join(', ')).join('; ') : JSON.stringify(value)
  }
  return value.map((item) => (typeof item === 'string' ? item : item.label)).join(', ')
}

interface CellProps {
  value: unknown
  /** How the table shows it, where it is to be shown so. */
  format?: FieldFormat | null | undefined
}

/** A value of a record: pictures as pictures. */
export function Cell({ value, format }: CellProps) {
  const text = cellText(value)
  if (text === '') return <span className="text-ink-soft">{t('actions.empty_cell')}</span>
  const [file] = v.is(files, value) ? value : []
  const picture = file ? pictureOf(file.url) : null
  return (
    <span className="inline-flex max-w-full items-center gap-2">
      {file && (
        <span className="grid size-7 shrink-0 place-items-center overflow-hidden rounded border border-line bg-sunken">
          {picture === null ? (
            <ImageOff aria-hidden className="size-3.5 text-ink-soft" />
          ) : (
            <img src={picture} alt="" loading="lazy" className="size-full object-cover" />
          )}
        </span>
      )}
      <span dir="auto" className="truncate">
        {format ? <Formatted format={format} value={value} plain={text} /> : text}
      </span>
    </span>
  )
}
