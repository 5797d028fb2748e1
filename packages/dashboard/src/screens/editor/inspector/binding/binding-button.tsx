import { Database } from 'lucide-react'
import { Suspense, useRef } from 'react'
import { lazily } from '#dashboard/api/lazily.ts'
import type { BindingProps } from '#dashboard/screens/editor/inspector/control-props.ts'
import { t } from '#dashboard/strings/editing.ts'
import { IconButton } from '#dashboard/ui/button.tsx'

const BindingPopover = lazily(() => import('./binding-popover.tsx'), 'BindingPopover')

/** Opens what fills a property; shown beside its name. */
export function BindingButton({ isBound, isOpen, onOpenChange, ...binding }: BindingProps) {
  const button = useRef<HTMLButtonElement>(null)
  const isShown = isOpen || isBound
  return (
    <span className={isShown ? 'flex [&_button]:text-accent-ink' : 'tools flex'}>
      <IconButton
        ref={button}
        // The tab key goes from property to property; Alt + B opens it by keyboard.
        tabIndex={-1}
        size="small"
        label={t('inspector.bind', { name: binding.label })}
        icon={<Database />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => onOpenChange(!isOpen)}
      />
      {isOpen && (
        <Suspense>
          <BindingPopover {...binding} button={button} onClose={() => onOpenChange(false)} />
        </Suspense>
      )}
    </span>
  )
}
