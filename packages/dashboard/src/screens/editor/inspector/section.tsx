import { ChevronRight, Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { t } from '#dashboard/strings/editing.ts'
import { IconButton } from '#dashboard/ui/button.tsx'

/** Sections that were opened stay open for the next layer. */
const opened = new Set<string>()

/** Properties that belong together. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="border-b border-line px-3 py-2.5">
      <h3 id={id} className="mb-1 font-semibold">
        {title}
      </h3>
      {children}
    </section>
  )
}

/** Properties that are rarely needed: closed until someone wants them. */
export function ClosedSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  const [isOpen, setOpen] = useState(opened.has(title))
  const toggle = () => {
    if (isOpen) opened.delete(title)
    else opened.add(title)
    setOpen(!isOpen)
  }
  return (
    <section aria-labelledby={id} className="border-b border-line">
      <h3>
        <button
          id={id}
          type="button"
          aria-expanded={isOpen}
          onClick={toggle}
          className="flex w-full items-center gap-1 px-3 py-2 text-start font-semibold -outline-offset-2 hover:bg-hover"
        >
          <ChevronRight
            aria-hidden
            className={`-ms-1 size-4 text-ink-soft transition-transform rtl:rotate-180 ${isOpen ? 'rotate-90 rtl:rotate-90' : ''}`}
          />
          {title}
        </button>
      </h3>
      {isOpen && <div className="px-3 pb-3">{children}</div>}
    </section>
  )
}

interface AdditionProps {
  readonly title: string
  readonly isPresent: boolean
  /** The button that binds it. */
  readonly binding?: ReactNode
  readonly onKeyDown?: ((event: KeyboardEvent) => void) | undefined
  readonly onAdd: (() => void) | undefined
  readonly onRemove: (() => void) | undefined
  readonly children: ReactNode
}

/** Something that a layer may have, such as a shadow: one line with a plus while it has none. */
export function Addition({ title, isPresent, binding, onKeyDown, onAdd, onRemove, children }: AdditionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} onKeyDown={onKeyDown} className="border-b border-line px-3 py-1">
      <div className="has-tools flex h-7 items-center">
        <h3 id={id} className={isPresent ? 'grow font-semibold' : 'grow font-medium text-ink-soft'}>
          {title}
        </h3>
        {isPresent && binding}
        {isPresent && onRemove && (
          <IconButton size="small" label={t('inspector.remove', { name: title })} icon={<Minus />} onClick={onRemove} />
        )}
        {!isPresent && onAdd && (
          <IconButton size="small" label={t('inspector.add', { name: title })} icon={<Plus />} onClick={onAdd} />
        )}
      </div>
      {isPresent && <div className="pt-1 pb-2">{children}</div>}
    </section>
  )
}
