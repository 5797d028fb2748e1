import { Link, linkOptions, useSearch } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { t } from '#dashboard/strings/sources.ts'
import { Failure } from '#dashboard/ui/failure.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { type SourceJson, useSources } from './source.ts'

/** Our own tables need no connecting: rows are imported, pasted or typed, and the template shows them. */
function wayTo({ kind }: SourceJson, template: string | undefined) {
  return kind === 'table'
    ? linkOptions({ to: '/tables', search: { make: 'paste', template } })
    : linkOptions({ to: '/sources/new', search: { kind, template } })
}

/** Files in the data folder that should describe kinds, and do not. */
function BrokenFiles({ files }: { files: readonly { file: string; reason: string }[] }) {
  if (files.length === 0) return null
  return (
    <div role="alert" className="grid gap-2 rounded-lg bg-warn-soft p-3 text-warn">
      <h2 className="font-semibold">{t('sources.broken_files')}</h2>
      <ul className="grid gap-1">
        {files.map(({ file, reason }) => (
          <li key={file} className="break-words">
            <span className="font-medium">{file}</span>: {reason}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Every kind of table, with what it is and what one needs for it. */
export function KindCards() {
  const sources = useSources()
  const { template } = useSearch({ strict: false })
  if (sources.isLoadingError) return <Failure error={sources.error} again={() => sources.refetch()} />
  if (!sources.data) return <Skeleton lines={6} />
  return (
    <div className="grid gap-5">
      <BrokenFiles files={sources.data.broken ?? []} />
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {sources.data.results.map((source) => (
          <li key={source.kind}>
            <Link
              {...wayTo(source, template)}
              className="grid h-full content-start gap-2 rounded-xl border border-line p-4 hover:border-line-strong hover:bg-hover"
            >
              <span className="flex items-center justify-between gap-2 font-semibold">
                {source.title}
                <ChevronRight aria-hidden className="size-4 text-ink-soft rtl:rotate-180" />
              </span>
              <span className="text-ink-soft">{source.summary}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
