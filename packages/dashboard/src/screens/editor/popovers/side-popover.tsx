import { Popover } from '@base-ui/react/popover'
import type { ReactNode, RefObject } from 'react'

interface SidePopoverProps {
  /** Opens and closes it. */
  readonly button: RefObject<HTMLElement | null>
  readonly label: string
  readonly className: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Something that is open beside a panel. It exists only while it is open: a panel may have a hundred such buttons. */
export function SidePopover({ button, label, className, onClose, children }: SidePopoverProps) {
  const isButton = (node: unknown) => node instanceof Node && button.current?.contains(node) === true
  return (
    <Popover.Root
      open
      onOpenChange={(isOpen, { event, reason }) => {
        // A press of the button closes it by itself.
        if (isOpen || isButton(event.target) || isButton(Reflect.get(event, 'relatedTarget'))) return
        onClose()
        if (reason === 'escape-key') button.current?.focus()
      }}
    >
      <Popover.Portal>
        <Popover.Positioner
          // Beside the part of the panel that has the button, and over nothing of the panel.
          anchor={() => button.current?.closest('section') ?? button.current}
          side="inline-start"
          align="start"
          sideOffset={8}
          collisionAvoidance={{ side: 'shift', align: 'shift', fallbackAxisSide: 'none' }}
          className="z-40"
        >
          <Popover.Popup finalFocus={false} aria-label={label} className={className}>
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
