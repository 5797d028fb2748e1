import type { FieldFormat } from '@pictable/model/field-format'
import { Check, Paperclip } from 'lucide-react'
import { whenOpened } from '#dashboard/api/lazily.ts'
import { Badge } from '#dashboard/ui/badge.tsx'
import { cellWords, choicesOf, isTicked, linksOf, type Picture, picturesOf, thumbnailOf } from './cell-value.ts'

const Formatted = whenOpened(() => import('./formatted.tsx'), 'Formatted')

/** A picture as small as a line of text; what lies elsewhere is only named. */
export function Thumbnail({ picture }: { picture: Picture }) {
  const source = thumbnailOf(picture)
  const name = picture.filename ?? picture.url
  if (source !== null)
    return (
      <img
        src={source}
        alt={name}
        title={name}
        loading="lazy"
        decoding="async"
        className="h-6 max-w-16 shrink-0 rounded-sm border border-line object-cover"
      />
    )
  return (
    <span className="flex min-w-0 items-center gap-1 text-ink-soft">
      <Paperclip aria-hidden className="size-3.5 shrink-0" />
      <span dir="auto" className="truncate">
        {name}
      </span>
    </span>
  )
}

/** More do not fit into a cell. */
const MAX_CHIPS = 20

/** The rows that a cell links to, by their titles. */
function LinkedRows({ value }: { value: readonly unknown[] }) {
  const rows = linksOf(value)
  const more = rows.length - MAX_CHIPS
  return (
    <>
      {rows.slice(0, MAX_CHIPS).map(({ id, label }) => (
        <Badge key={id}>
          <span dir="auto">{label}</span>
        </Badge>
      ))}
      {more > 0 && <Badge>+{more}</Badge>}
    </>
  )
}

interface CellField {
  readonly kind: string
  readonly format?: FieldFormat | null | undefined
}

/** A value in its cell, as its kind is read best. */
export function CellContent({ field, value }: { field: CellField; value: unknown }) {
  const { kind, format } = field
  if (kind === 'checkbox')
    return (
      <span
        data-box
        className={
          isTicked(value)
            ? 'flex size-4 items-center justify-center rounded bg-accent text-on-accent'
            : 'size-4 rounded border border-line-strong'
        }
      >
        {isTicked(value) && <Check aria-hidden className="size-3" />}
        <span className="sr-only">{isTicked(value) ? '✓' : ''}</span>
      </span>
    )
  if (value === undefined || value === null) return null
  if (kind === 'attachments' && Array.isArray(value))
    return picturesOf(value).map((picture) => <Thumbnail key={picture.url} picture={picture} />)
  if (kind === 'multi_select' && Array.isArray(value))
    return choicesOf(value).map((choice) => <Badge key={choice}>{choice}</Badge>)
  if (kind === 'link' && Array.isArray(value)) return <LinkedRows value={value} />
  if (kind === 'single_select' && typeof value === 'string' && value !== '') return <Badge>{value}</Badge>
  const plain = cellWords(kind, value)
  return (
    <span dir="auto" className={kind === 'number' ? 'w-full truncate text-end tabular-nums' : 'truncate'}>
      {format ? <Formatted format={format} value={value} plain={plain} /> : plain}
    </span>
  )
}
