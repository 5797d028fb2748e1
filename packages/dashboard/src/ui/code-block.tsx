import { useState } from 'react'
import { kept } from '#dashboard/api/kept.ts'
import { classNames } from './class-names.ts'
import { CopyButton } from './copy.tsx'

interface Sample {
  /** Such as `curl` or `TypeScript`. */
  name: string
  code: string
}

/** Which language people look at, kept from page to page. */
const keptAs = 'pictable.language'

/** One line or a listing to copy, in one language or several. */
export function CodeBlock({ samples }: { samples: readonly [Sample, ...Sample[]] }) {
  const [chosen, choose] = useState(() => kept.get(keptAs))
  const shown = samples.find(({ name }) => name === chosen) ?? samples[0]
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-sunken text-start">
      {samples.length > 1 && (
        <div className="flex gap-1 border-b border-line px-2 pt-1">
          {samples.map(({ name }) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === shown.name}
              onClick={() => {
                kept.set(keptAs, name)
                choose(name)
              }}
              className={classNames(
                '-mb-px border-b-2 px-2 py-1.5 text-xs font-medium',
                name === shown.name ? 'border-accent text-ink' : 'border-transparent text-ink-soft hover:text-ink',
              )}
            >
              {name}
            </button>
          ))}
        </div>
      )}
      <div className="flex items-start gap-2 p-1.5 ps-3">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
        <pre dir="ltr" tabIndex={0} className="max-h-[70vh] min-w-0 grow overflow-auto py-1 text-[13px] leading-5">
          <code>{shown.code}</code>
        </pre>
        <CopyButton text={shown.code} />
      </div>
    </div>
  )
}
