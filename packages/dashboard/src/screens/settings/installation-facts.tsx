import type { ReactNode } from 'react'

/** What the environment sets: its value, and the setting that it comes from. */
export function Setting({ name, from, children }: { name: string; from?: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 gap-y-0.5 py-2.5 sm:grid-cols-[14rem_minmax(0,1fr)_auto]">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
      {from && (
        <dd>
          <code dir="ltr" className="rounded bg-hover px-1.5 py-0.5 text-xs text-ink-soft">
            {from}
          </code>
        </dd>
      )}
    </div>
  )
}

export function SettingList({ children }: { children: ReactNode }) {
  return <dl className="divide-y divide-line border-y border-line">{children}</dl>
}
