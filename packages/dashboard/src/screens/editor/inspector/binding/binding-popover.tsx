import type { RefObject } from 'react'
import { SidePopover } from '#dashboard/screens/editor/popovers/side-popover.tsx'
import { t } from '#dashboard/strings/binding.ts'
import { popupClass } from '#dashboard/ui/popup.ts'
import { BindingEditor, type BindingEditorProps } from './binding-editor.tsx'

interface BindingPopoverProps extends Omit<BindingEditorProps, 'onUnlinked'> {
  readonly button: RefObject<HTMLButtonElement | null>
  readonly onClose: () => void
}

/** What fills a property, beside the button that opened it. */
export function BindingPopover({ button, onClose, ...binding }: BindingPopoverProps) {
  return (
    <SidePopover
      label={t('inspector.binding', { name: binding.label })}
      className={`${popupClass} w-72`}
      {...{ button, onClose }}
    >
      <BindingEditor
        {...binding}
        onUnlinked={() => {
          onClose()
          button.current?.focus()
        }}
      />
    </SidePopover>
  )
}
