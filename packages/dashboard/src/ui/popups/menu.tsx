import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import type { MenuChoiceProps, MenuItemProps, MenuProps, MenuSwitchProps, Start } from '#dashboard/ui/late-popups.ts'
import { itemClass, popupClass } from '#dashboard/ui/popup.ts'

export function Menu({ trigger, startOpen, autoFocus, children }: MenuProps & Start) {
  return (
    <Base.Root defaultOpen={startOpen}>
      <Base.Trigger render={trigger} autoFocus={autoFocus} />
      <Base.Portal>
        <Base.Positioner sideOffset={4} align="end" className="z-50">
          <Base.Popup className={`${popupClass} min-w-48`}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function Shortcut({ keys }: { keys: string | undefined }) {
  return keys === undefined ? null : <kbd className="ms-auto ps-4 font-sans text-xs text-ink-soft">{keys}</kbd>
}

export function MenuItem({ icon, danger = false, disabled = false, keys, href, onSelect, children }: MenuItemProps) {
  // biome-ignore lint/a11y/useAnchorContent: the content of the item becomes its own
  const link = href === undefined ? undefined : <a href={href} target="_blank" rel="noreferrer" />
  return (
    <Base.Item
      disabled={disabled}
      onClick={onSelect}
      render={link}
      className={`${itemClass} ${danger ? 'text-bad' : ''}`}
    >
      {icon}
      {children}
      <Shortcut keys={keys} />
    </Base.Item>
  )
}

/** Something that is on or off, inside a menu. */
export function MenuSwitch({ isOn, keys, onChange, children }: MenuSwitchProps) {
  return (
    <Base.CheckboxItem checked={isOn} onCheckedChange={onChange} className={itemClass}>
      <span className="grow">{children}</span>
      <Shortcut keys={keys} />
      <Base.CheckboxItemIndicator>
        <Check aria-hidden />
      </Base.CheckboxItemIndicator>
    </Base.CheckboxItem>
  )
}

/** One of a few, inside a menu. */
export function MenuChoice({ label, value, options, onChange }: MenuChoiceProps) {
  return (
    <Base.RadioGroup value={value} onValueChange={(chosen: unknown) => onChange(String(chosen))}>
      <Base.Group>
        <Base.GroupLabel className="px-2.5 pt-1.5 pb-1 text-xs text-ink-soft">{label}</Base.GroupLabel>
        {options.map((option) => (
          <Base.RadioItem key={option.value} value={option.value} className={itemClass}>
            {option.icon}
            <span className="grow">{option.label}</span>
            <Base.RadioItemIndicator>
              <Check aria-hidden />
            </Base.RadioItemIndicator>
          </Base.RadioItem>
        ))}
      </Base.Group>
    </Base.RadioGroup>
  )
}

export function MenuLine() {
  return <Base.Separator className="my-1 h-px bg-line" />
}
