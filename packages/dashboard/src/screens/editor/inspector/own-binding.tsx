import { Database } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { partKeys } from '#dashboard/screens/editor/commands/part-keys.ts'
import { t } from '#dashboard/strings/editing.ts'
import { IconButton } from '#dashboard/ui/button.tsx'
import { isPressed } from '#dashboard/ui/fields/keys.ts'
import type { OpenBinding } from './control-props.ts'

/** The binding of a property with an own control, in whose place the property is shown while the binding is open. */
export interface OwnBinding {
  /** Opens it, while the own control is shown. */
  readonly button: RefObject<HTMLButtonElement | null>
  readonly open: OpenBinding
  /** Opens it from anything inside that does not take the key itself. */
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** Opens a binding by its shortcut; of a property and its parts, the one with the focus is meant. */
export function onBindKey(open: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.defaultPrevented || !isPressed(event.nativeEvent, partKeys.property.bind.keys[0])) return
    event.preventDefault()
    open()
  }
}

export function useOwnBinding(): OwnBinding {
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  const open = useState(false)
  const [isOpen, setOpen] = open
  useEffect(() => {
    // What had the focus went away with the property.
    if (wasOpen.current && !isOpen && document.activeElement === document.body) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return { button, open, onKeyDown: onBindKey(() => setOpen(true)) }
}

/** Opens the binding of a property, which is then shown as any other one. */
export function OwnBind({ name, binding: { button, open } }: { name: string; binding: OwnBinding }) {
  const label = t('inspector.bind', { name })
  return (
    <span className="tools flex">
      <IconButton ref={button} size="small" label={label} icon={<Database />} onClick={() => open[1](true)} />
    </span>
  )
}
