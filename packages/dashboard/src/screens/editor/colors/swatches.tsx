import type { ReactNode } from 'react'
import { chequered } from './chequered.ts'

interface SwatchesProps {
  readonly title: string
  readonly colors: readonly string[]
  readonly onChoose: (color: string) => void
  /** Behind the last one. */
  readonly children?: ReactNode
}

/** Colours to choose from. */
export function Swatches({ title, colors, onChoose, children }: SwatchesProps) {
  return (
    <fieldset>
      <legend className="mb-1 text-xs text-ink-soft">{title}</legend>
      <div className="flex flex-wrap gap-1">
        {colors.map((color) => (
          <button
            key={color}
            type="button"
            aria-label={color}
            data-tooltip={color}
            onClick={() => onChoose(color)}
            className={`size-[24px] overflow-hidden rounded-md border border-line-strong/60 ${chequered}`}
          >
            <span aria-hidden className="block size-full" style={{ background: color }} />
          </button>
        ))}
        {children}
      </div>
    </fieldset>
  )
}
