import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { t } from '#dashboard/strings/icons.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { SearchBox } from '#dashboard/ui/fields/search-box.tsx'
import { IconGrid } from './icon-grid.tsx'
import { loadIcons, searchIcons } from './icons.ts'

const NONE = [] as const

/** Icons to insert, found by name and tag. */
export function IconSection() {
  const [typed, setTyped] = useState('')
  const sought = useDeferredValue(typed)
  const icons = useQuery({
    queryKey: ['icons'],
    queryFn: ({ signal }) => loadIcons(signal),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { form: true },
  })
  const all = icons.data ?? NONE
  const found = useMemo(() => searchIcons(all, sought), [all, sought])
  return (
    <section aria-label={t('icons.title')} className="grid gap-2 border-t border-line p-3">
      <div className="flex items-baseline justify-between">
        <h2 className="font-medium">{t('icons.title')}</h2>
        <span role="status" className="text-xs text-ink-soft">
          {icons.data && t('icons.count', { count: found.length })}
        </span>
      </div>
      <SearchBox compact label={t('icons.search')} maxLength={100} value={typed} onChange={setTyped} />
      {icons.isError && (
        <p role="alert" className="grid justify-items-start gap-2 text-ink-soft">
          {t('icons.failed')}
          <Button size="small" onClick={() => void icons.refetch()}>
            {t('icons.retry')}
          </Button>
        </p>
      )}
      {icons.isPending && <p className="text-ink-soft">{t('icons.loading')}</p>}
      {icons.data && found.length === 0 ? (
        <p className="wrap-anywhere text-ink-soft">{t('icons.none', { sought })}</p>
      ) : (
        <IconGrid icons={found} />
      )}
    </section>
  )
}
