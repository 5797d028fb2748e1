import { Popover } from '@base-ui/react/popover'
import { Database } from 'lucide-react'
import { Suspense } from 'react'
import { lazily } from '#dashboard/api/lazily.ts'
import type { BindingProps } from '#dashboard/screens/editor/inspector/control-props.ts'
import { t } from '#dashboard/strings/editing.ts'
import { IconButton } from '#dashboard/ui/button.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'

const BindingEditor = lazily(() => import('./binding-editor.tsx'), 'BindingEditor')

/** Opens what fills a property; shown beside its name. */
export function BindingButton({ isBound, isOpen, onOpenChange, ...binding }: BindingProps) {
  const isShown = isOpen || isBound
  return (
    <span
      className={
        isShown
          ? 'flex [&_button]:text-accent-ink'
          : 'flex opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100'
      }
    >
      <Popover.Root open={isOpen} onOpenChange={onOpenChange}>
        <Popover.Trigger
          render={
            <IconButton
              // The tab key goes from property to property; Alt + B opens it by keyboard.
              tabIndex={-1}
              size="small"
              label={t('binding.bind', { name: binding.label })}
              icon={<Database />}
            />
          }
        />
        <Popover.Portal>
          <Popover.Positioner side="left" align="start" sideOffset={8} className="z-30">
            <Popover.Popup
              aria-label={t('binding.title', { name: binding.label })}
              className="floats max-h-(--available-height) w-72 overflow-y-auto rounded-lg border border-line bg-raised text-ink shadow-float outline-none"
            >
              <Suspense fallback={<Skeleton lines={4} />}>
                <BindingEditor {...binding} />
              </Suspense>
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </span>
  )
}
