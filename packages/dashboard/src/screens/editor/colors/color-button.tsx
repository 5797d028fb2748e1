import { Popover } from '@base-ui/react/popover'
import { Suspense, useRef, useState } from 'react'
import { lazily } from '#dashboard/api/lazily.ts'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { chequered } from './chequered.ts'
import type { ColorPickerProps } from './color-picker.tsx'

const ColorPicker = lazily(() => import('./color-picker.tsx'), 'ColorPicker')

interface ColorButtonProps extends ColorPickerProps {
  /** Of what has the colour. */
  readonly label: string
  readonly className: string
  readonly side?: 'bottom' | 'inline-start'
  readonly onOpenChange?: (isOpen: boolean) => void
  /** Takes the focus once it is closed. Default: the button. */
  readonly onFocusBack?: () => void
}

/** Below the button, or as high as it is, beside the panel that it is in: fields of the panel stay visible. */
function placeBeside(button: HTMLElement | null, side: ColorButtonProps['side']) {
  const panel = button?.closest('section')
  if (side === 'bottom' || !button || !panel) return button
  const [{ top, height }, { left, width }] = [button.getBoundingClientRect(), panel.getBoundingClientRect()]
  return { getBoundingClientRect: () => new DOMRect(left, top, width, height) }
}

/** Shows a colour, and opens its picker. */
export function ColorButton({ label, className, side = 'inline-start', ...props }: ColorButtonProps) {
  const { onOpenChange, onFocusBack, ...picker } = props
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  function change(isNowOpen: boolean): void {
    setOpen(isNowOpen)
    if (!isNowOpen) picker.onDone()
    onOpenChange?.(isNowOpen)
  }
  return (
    <Popover.Root open={isOpen} onOpenChange={change}>
      <Popover.Trigger
        ref={button}
        aria-label={label}
        data-tooltip={label}
        // The smallest target of WCAG 2.2 is 24 CSS pixels; what is seen of it is smaller.
        className={`rounded-md p-1 ${className}`}
      >
        <span
          aria-hidden
          className={`block size-full overflow-hidden rounded-sm border border-line-strong/60 ${chequered}`}
        >
          <span className="block size-full" style={{ background: picker.color }} />
        </span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner
          anchor={() => placeBeside(button.current, side)}
          side={side}
          align="start"
          sideOffset={8}
          collisionAvoidance={{ side: 'shift', align: 'shift', fallbackAxisSide: 'none' }}
          className="z-40"
        >
          <Popover.Popup
            aria-label={label}
            finalFocus={onFocusBack}
            className="floats max-h-(--available-height) w-64 overflow-y-auto rounded-lg border border-line bg-raised text-ink shadow-float outline-none"
          >
            <Suspense fallback={<Skeleton lines={6} />}>
              <ColorPicker {...picker} />
            </Suspense>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
