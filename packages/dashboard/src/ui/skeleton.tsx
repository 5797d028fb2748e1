import { t } from '#dashboard/strings/t.ts'

/** Holds the place of what is on its way. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  return (
    <div role="status" aria-label={t('ui.loading')} className="grid gap-2.5 py-1">
      {Array.from({ length: lines }, (_, line) => line).map((line) => (
        <div key={line} className="h-4 animate-pulse rounded bg-hover last:w-2/3" />
      ))}
    </div>
  )
}
