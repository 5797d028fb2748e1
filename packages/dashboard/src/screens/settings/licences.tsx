import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { t } from '#dashboard/strings/settings.ts'
import { Failure } from '#dashboard/ui/failure.tsx'
import { SearchBox } from '#dashboard/ui/fields/search-box.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'

const licencesShape = v.object({
  texts: v.array(v.string()),
  packages: v.array(
    v.object({ name: v.string(), version: v.string(), licence: v.string(), text: v.nullable(v.number()) }),
  ),
})

type Licences = v.InferOutput<typeof licencesShape>
type Package = Licences['packages'][number]

async function readLicences(): Promise<Licences> {
  return v.parse(licencesShape, await (await fetch('/licences.json')).json())
}

function Licence({ one, texts }: { one: Package; texts: readonly string[] }) {
  const [isOpen, setOpen] = useState(false)
  const text = one.text === null ? t('settings.licences_no_text', { licence: one.licence }) : texts[one.text]
  return (
    <li>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="cursor-pointer px-4 py-2 hover:bg-hover">
          <span dir="ltr">
            <span className="font-medium">{one.name}</span>{' '}
            <span className="text-[13px] text-ink-soft">
              {one.version} · {one.licence}
            </span>
          </span>
        </summary>
        {isOpen && (
          <pre dir="ltr" className="bg-sunken px-4 py-3 text-start text-xs whitespace-pre-wrap wrap-anywhere">
            {text}
          </pre>
        )}
      </details>
    </li>
  )
}

/** What the product is built with, and under which licences. */
export function Licences() {
  const [typed, setTyped] = useState('')
  const { data, error, isLoadingError, refetch } = useQuery({
    queryKey: ['licences'],
    queryFn: readLicences,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (isLoadingError) return <Failure error={error} again={() => refetch()} />
  if (!data) return <Skeleton lines={4} />
  const found = data.packages.filter(({ name }) => name.includes(typed.trim().toLowerCase()))
  return (
    <div className="grid gap-3">
      <p className="text-ink-soft">{t('settings.licences_help')}</p>
      <div className="w-full sm:w-64">
        <SearchBox label={t('settings.licences_find')} value={typed} onChange={setTyped} />
      </div>
      {found.length === 0 && <p className="text-ink-soft">{t('settings.licences_none')}</p>}
      {found.length > 0 && (
        <ul className="max-h-96 divide-y divide-line overflow-y-auto rounded-lg border border-line">
          {found.map((one) => (
            <Licence key={`${one.name} ${one.version}`} one={one} texts={data.texts} />
          ))}
        </ul>
      )}
    </div>
  )
}
