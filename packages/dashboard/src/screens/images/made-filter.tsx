import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { spans } from '#dashboard/parts/images/made-when.ts'
import { t } from '#dashboard/strings/images.ts'
import { Input } from '#dashboard/ui/fields/input.tsx'
import { Select } from '#dashboard/ui/fields/select.tsx'
import { useTyped } from '#dashboard/ui/fields/use-typed.ts'

const route = getRouteApi('/frame/gallery')

const options = [
  { value: 'any', label: t('images.made_any') },
  { value: 'today', label: t('images.made_today') },
  { value: '7d', label: t('images.made_days', { count: 7 }) },
  { value: '30d', label: t('images.made_days', { count: 30 }) },
  { value: 'range', label: t('images.made_range') },
]

interface DayProps {
  label: string
  value: string | undefined
  min?: string | undefined
  max?: string | undefined
  onChange: (day: string) => void
}

/** A year is a day of its own at each of its digits. */
const pauseMs = 500

function Day({ label, value = '', onChange, ...ends }: DayProps) {
  return <Input {...ends} type="date" aria-label={label} {...useTyped(value, onChange, pauseMs)} />
}

/** By the days on which images were made. */
export function MadeFilter() {
  const { made, from, until } = route.useSearch()
  const navigate = useNavigate({ from: '/gallery' })
  const day = (name: 'from' | 'until', chosen: string) =>
    void navigate({ search: (before) => ({ ...before, [name]: chosen || undefined }), replace: true })
  return (
    <>
      <div className="sm:w-44">
        <Select
          aria-label={t('images.made_when')}
          options={options}
          value={made ?? 'any'}
          onChange={(chosen) => {
            const span = spans.find((one) => one === chosen)
            void navigate({ search: (before) => ({ ...before, made: span, from: undefined, until: undefined }) })
          }}
        />
      </div>
      {made === 'range' && (
        <div className="col-span-2 flex items-center gap-2 sm:w-80">
          <Day label={t('images.made_from')} value={from} max={until} onChange={(chosen) => day('from', chosen)} />
          <span aria-hidden className="text-ink-soft">
            –
          </span>
          <Day label={t('images.made_until')} value={until} min={from} onChange={(chosen) => day('until', chosen)} />
        </div>
      )}
    </>
  )
}
