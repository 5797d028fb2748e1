import { ApiError } from '@pictable/client'
import { Suspense } from 'react'
import { lazily } from '#dashboard/api/lazily.ts'
import { sourceOf } from '#dashboard/parts/templates/template.ts'
import { t } from '#dashboard/strings/versions.ts'
import { Dialog } from '#dashboard/ui/dialog.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { BeforeAfter, type Side } from './before-after.tsx'
import { type Changes, ChangeWords } from './change-words.tsx'
import { Part } from './part.tsx'

const Compare = lazily(() => import('#dashboard/parts/source/compare.tsx'), 'Compare')

/** What was asked of a version that was deleted in the meantime, or that never was. */
export function goneVersion(version: number, error: Error | null): number | null {
  return error instanceof ApiError && error.status === 404 ? version : null
}

interface ComparisonProps {
  title: string
  before: Side
  after: Side
  diff: Changes
  /** Why one of the designs is not known. */
  error: Error | null
  /** Number of a version that no longer exists. */
  gone?: number | null
  onClose: () => void
}

/** Two designs: their pictures under one slider, what changed in words, and both sources. */
export function Comparison({ title, before, after, diff, error, gone = null, onClose }: ComparisonProps) {
  return (
    <Dialog open place="full" onClose={onClose} title={title}>
      {gone !== null && <p role="alert">{t('versions.gone', { version: gone })}</p>}
      {gone === null && error && <Failure error={error} />}
      {gone === null && !error && (
        <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(18rem,24rem)]">
          <BeforeAfter before={before} after={after} />
          <Part title={t('versions.changes')}>
            <ChangeWords {...diff} />
          </Part>
          <div className="col-span-full min-w-0">
            <Part title={t('versions.source')}>
              <Sources before={before} after={after} />
            </Part>
          </div>
        </div>
      )}
    </Dialog>
  )
}

function Sources({ before, after }: { before: Side; after: Side }) {
  if (!before.design || !after.design) return <Skeleton lines={8} />
  return (
    <Suspense fallback={<Skeleton lines={8} />}>
      <Compare
        before={{ label: before.label, source: sourceOf(before.design) }}
        after={{ label: after.label, source: sourceOf(after.design) }}
      />
    </Suspense>
  )
}
