import { Database } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { t } from '#dashboard/strings/editing.ts'
import { IconButton } from '#dashboard/ui/button.tsx'
import type { OpenBinding } from './control-props.ts'

/** The binding of a property with an own control, in whose place the property is shown while the binding is open. */
export interface OwnBinding {
  /** Opens it, while the own control is shown. */
  readonly button: RefObject<HTMLButtonElement | null>
  readonly open: OpenBinding
}

export function useOwnBinding(): OwnBinding {
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  const open = useState(false)
  const [isOpen] = open
  useEffect(() => {
    // What had the focus went away with the property.
    if (wasOpen.current && !isOpen && document.activeElement === document.body) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return { button, open }
}

/** Opens the binding of a property, which is then shown as any other one. */
export function OwnBind({ name, binding: { button, open } }: { name: string; binding: OwnBinding }) {
  const label = t('inspector.bind', { name })
  return <IconButton ref={button} size="small" label={label} icon={<Database />} onClick={() => open[1](true)} />
}
