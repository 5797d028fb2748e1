import { type DragEvent, type ReactNode, useState } from 'react'
import { classNames } from '#dashboard/ui/class-names.ts'

interface FileDropProps {
  onFiles: (files: readonly File[]) => void
  /** In a narrow panel. */
  compact?: boolean
  children: ReactNode
}

/** A box that takes files which are dropped on it; the button for everybody else belongs inside. */
export function FileDrop({ onFiles, compact = false, children }: FileDropProps) {
  const [isOver, setOver] = useState(false)
  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const files = [...event.dataTransfer.files]
    if (files.length > 0) onFiles(files)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the mouse's way; the button inside is for everybody
    <div
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={classNames(
        'grid justify-items-center gap-2 rounded-xl border-dashed text-center transition-colors',
        compact ? 'border p-3' : 'border-2 p-6',
        isOver ? 'border-accent bg-accent-soft' : 'border-line-strong',
      )}
    >
      {children}
    </div>
  )
}
