import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef } from 'react'
import { t } from '#dashboard/strings/t.ts'
import { IconButton } from '#dashboard/ui/button.tsx'
import { classNames } from '#dashboard/ui/class-names.ts'
import type { DialogProps } from '#dashboard/ui/late-popups.ts'

const places = {
  middle: 'floats inset-x-4 top-[10vh] mx-auto max-h-[80vh] rounded-xl',
  end: 'inset-y-0 end-0 w-full transition-transform duration-150 data-ending-style:translate-x-full data-starting-style:translate-x-full rtl:data-ending-style:-translate-x-full rtl:data-starting-style:-translate-x-full',
  full: 'floats inset-0 sm:inset-6 sm:rounded-xl',
}

const focusable = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex="0"]'

/** Asks or shows something in front of the page; Escape closes it. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, description, children } = props
  const { place = 'middle', wide = false, stays = false, focus = 'content', returnTo } = props
  const popup = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  return (
    <Base.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()} disablePointerDismissal={stays}>
      <Base.Portal>
        <Base.Backdrop
          forceRender
          className="fixed inset-0 z-40 bg-black/40 transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0"
        />
        <Base.Popup
          ref={popup}
          // What is on its way has nothing yet that could be used: Tab finds it once it is there.
          initialFocus={() => (focus === 'content' && content.current?.querySelector(focusable) ? true : popup.current)}
          finalFocus={() => returnTo?.() ?? true}
          className={classNames(
            'fixed z-40 flex flex-col border border-line bg-raised text-ink shadow-float outline-none',
            places[place],
            place !== 'full' && (wide === 'gallery' ? 'max-w-5xl' : wide ? 'max-w-3xl' : 'max-w-lg'),
          )}
        >
          <header className="px-5 pe-14 pt-4 pb-3">
            <Base.Title className="text-base font-semibold">{title}</Base.Title>
            {description && <Base.Description className="mt-1 text-ink-soft">{description}</Base.Description>}
          </header>
          <div ref={content} className="min-h-0 grow overflow-y-auto px-5 pt-1.5 pb-5">
            {children}
          </div>
          {/* Last, so that the focus begins where the work is. */}
          <div className="absolute end-3 top-3">
            <Base.Close render={<IconButton label={t('ui.close')} icon={<X />} />} />
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
