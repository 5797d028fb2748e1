import { ImageOff } from 'lucide-react'
import { z } from 'zod'
import { locale, t } from '#dashboard/strings/t.ts'

const files = z.array(z.looseObject({ url: z.string(), filename: z.string().optional() })).min(1)
const labels = z.array(z.union([z.string(), z.looseObject({ label: z.string() }).transform(({ label }) => label)]))

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
  const found = files.safeParse(value)
  if (found.success) return found.data.map(({ url, filename }) => filename ?? url).join(', ')
  const named = labels.safeParse(value)
  return named.success ? named.data.join(', ') : JSON.stringify(value)
}

/** A value of a record: pictures as pictures. */
export function Cell({ value }: { value: unknown }) {
  const text = cellText(value)
  if (text === '') return <span className="text-ink-soft">{t('actions.empty_cell')}</span>
  const [file] = files.safeParse(value).data ?? []
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
        {text}
      </span>
    </span>
  )
}
