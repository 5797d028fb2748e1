import { type ReactNode, Suspense, useId, useRef } from 'react'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { moveFocus } from './use-roving-focus.ts'

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
  const id = useId()
  const bar = useRef<HTMLDivElement>(null)
  const open = tabs.find((tab) => tab.value === value) ?? tabs[0]
  return (
    <div className="min-w-0">
      <div
        ref={bar}
        role="tablist"
        aria-label={label}
        onKeyDown={(event) => moveFocus(bar.current, event)}
        className="flex gap-1 overflow-x-auto overflow-y-hidden border-b border-line"
      >
        {tabs.map((tab) => {
          const isOpen = tab === open
          return (
            <button
              key={tab.value}
              id={`${id}-${tab.value}`}
              type="button"
              role="tab"
              aria-selected={isOpen}
              aria-controls={isOpen ? `${id}-panel` : undefined}
              tabIndex={isOpen ? 0 : -1}
              onClick={() => !isOpen && onChange(tab.value)}
              className="-mb-px border-b-2 border-transparent px-3 py-2 font-medium whitespace-nowrap text-ink-soft hover:text-ink aria-selected:border-accent aria-selected:text-ink"
            >
              {tab.label}
            </button>
          )
        })}
      </div>
      <div
        key={open?.value}
        id={`${id}-panel`}
        role="tabpanel"
        aria-labelledby={`${id}-${open?.value}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel may have no control of its own, and is reached by Tab
        tabIndex={0}
        className="pt-4"
      >
        <Suspense fallback={<Skeleton lines={6} />}>{open?.content}</Suspense>
      </div>
    </div>
  )
}
