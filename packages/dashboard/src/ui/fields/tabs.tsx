import { Tabs as Base } from '@base-ui/react/tabs'
import { type ReactNode, Suspense } from 'react'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'

interface Tab {
  value: string
  label: string
  /** Rendered while the tab is open; may be loaded with `lazily()`. */
  content: ReactNode
}

interface TabsProps {
  label: string
  tabs: readonly Tab[]
  /** Which one is open belongs into the address where it is a page of its own. */
  value: string
  onChange: (value: string) => void
}

export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  return (
    <Base.Root className="min-w-0" value={value} onValueChange={(chosen: unknown) => onChange(String(chosen))}>
      <Base.List aria-label={label} className="flex gap-1 overflow-x-auto overflow-y-hidden border-b border-line">
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="-mb-px border-b-2 border-transparent px-3 py-2 font-medium whitespace-nowrap text-ink-soft hover:text-ink data-active:border-accent data-active:text-ink"
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="pt-4">
          <Suspense fallback={<Skeleton lines={6} />}>{tab.value === value && tab.content}</Suspense>
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
