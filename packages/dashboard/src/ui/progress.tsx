import { Progress as Base } from '@base-ui/react/progress'

interface ProgressProps {
  label: string
  /** null: it goes on, and nobody knows how far it is. */
  done: number | null
  total: number
}

export function Progress({ label, done, total }: ProgressProps) {
  return (
    <Base.Root aria-label={label} value={done} max={Math.max(1, total)} className="w-full">
      <Base.Track className="h-1.5 overflow-hidden rounded-full bg-hover">
        <Base.Indicator className="h-full rounded-full bg-accent transition-[width] duration-200 data-indeterminate:w-1/3 data-indeterminate:animate-pulse" />
      </Base.Track>
    </Base.Root>
  )
}
