import { cloneElement } from 'react'
import {
  type MenuChoiceProps,
  type MenuItemProps,
  type MenuProps,
  type MenuSwitchProps,
  usePopups,
  useStandIn,
} from './late-popups.ts'

export function Menu(props: MenuProps) {
  const { popups, start, standIn } = useStandIn({ isPressedAlready: props.startOpen })
  if (popups) return <popups.Menu {...props} {...start} />
  return cloneElement(props.trigger, { 'aria-haspopup': 'menu', 'aria-expanded': false, ...standIn })
}

export function MenuItem(props: MenuItemProps) {
  const popups = usePopups()
  return popups && <popups.MenuItem {...props} />
}

/** Something that is on or off, inside a menu. */
export function MenuSwitch(props: MenuSwitchProps) {
  const popups = usePopups()
  return popups && <popups.MenuSwitch {...props} />
}

/** One of a few, inside a menu. */
export function MenuChoice(props: MenuChoiceProps) {
  const popups = usePopups()
  return popups && <popups.MenuChoice {...props} />
}

export function MenuLine() {
  const popups = usePopups()
  return popups && <popups.MenuLine />
}
