import {
  type ComponentProps,
  type ComponentType,
  createContext,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  use,
  useEffect,
  useState,
} from 'react'

export interface DialogProps {
  open: boolean
  onClose: () => void
  title: string
  description?: string
  /**
   * `end` slides in from the side: for the details of something in a list that stays in sight. `full` takes the window:
   * for one thing that is looked at.
   */
  place?: 'middle' | 'end' | 'full'
  /** `gallery`: for many pictures. */
  wide?: boolean | 'gallery'
  /** A press beside it does not close it: something is typed in it, or shown this once. */
  stays?: boolean
  /** What takes the focus. `content`: its first control. */
  focus?: 'content' | 'dialog'
  /** What takes the focus once it is closed; else what had it before. */
  returnTo?: () => HTMLElement | null
  children: ReactNode
}

export interface MenuProps {
  /** One button. */
  trigger: ReactElement<ComponentProps<'button'>>
  startOpen?: boolean
  children: ReactNode
}

export interface MenuItemProps {
  icon?: ReactNode
  danger?: boolean
  disabled?: boolean
  /** Its shortcut, as it is shown. */
  keys?: string | undefined
  /** Where it leads, in a tab of its own. */
  href?: string
  onSelect?: () => void
  children: ReactNode
}

export interface MenuSwitchProps {
  isOn: boolean
  keys?: string | undefined
  onChange: (isOn: boolean) => void
  children: ReactNode
}

export interface MenuChoiceProps {
  label: string
  value: string
  options: readonly { value: string; label: string; icon?: ReactNode }[]
  onChange: (value: string) => void
}

export interface Option {
  value: string
  label: string
}

interface ControlProps {
  id?: string
  'aria-label'?: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
  options: readonly Option[]
  /** null = nothing is chosen. */
  value: string | null
  /** While nothing is chosen. */
  placeholder?: string
}

export interface SelectProps extends ControlProps {
  onChange: (value: string) => void
  disabled?: boolean
  /** For a narrow panel with many of them. */
  compact?: boolean
}

export interface ComboboxProps extends ControlProps {
  onChange: (value: string | null) => void
}

/** How a control begins that takes the place of its stand-in. */
export interface Start {
  startOpen: boolean
  autoFocus: boolean
}

/** What was typed into a stand-in, and what of it is selected: its caret. */
export interface Typed {
  text: string
  from: number
  to: number
}

/** What opens over a page. It is no part of the first load: `frame/popups-provider.tsx` fetches `ui/popups`. */
export interface Popups {
  Combobox: ComponentType<ComboboxProps & Start & { typed: Typed | undefined }>
  Dialog: ComponentType<DialogProps>
  Menu: ComponentType<MenuProps & Start>
  MenuChoice: ComponentType<MenuChoiceProps>
  MenuItem: ComponentType<MenuItemProps>
  MenuLine: ComponentType
  MenuSwitch: ComponentType<MenuSwitchProps>
  Select: ComponentType<SelectProps & Start>
  ToastList: ComponentType
}

interface LatePopups {
  popups: Popups | undefined
  hasFailed: boolean
  /** Fetches them, unless they are there or on their way. */
  load: () => void
}

export const PopupsContext = createContext<LatePopups>({ popups: undefined, hasFailed: false, load: () => {} })

/** @param isWanted it is to be seen now, and does not wait for the rest of the page */
export function usePopups(isWanted = false): Popups | undefined {
  const { popups, load } = use(PopupsContext)
  useEffect(() => {
    if (isWanted) load()
  }, [isWanted, load])
  return popups
}

interface StandIn {
  isPressedAlready?: boolean | undefined
  /** Nothing may take its place now. */
  isHeld?: boolean
  /** It has no focus any more. */
  onLeave?: () => void
}

/**
 * For a control that opens something: until that has come, a stand-in of the same look has the props `standIn`. The
 * control that takes its place begins with `start`: open if the stand-in was pressed, with the focus if it had it.
 */
export function useStandIn({ isPressedAlready = false, isHeld = false, onLeave }: StandIn = {}) {
  const { hasFailed, load } = use(PopupsContext)
  const [press, setPress] = useState<'none' | 'down' | 'done'>(isPressedAlready ? 'done' : 'none')
  const [hasFocus, setFocus] = useState(false)
  const isWanted = press === 'done'
  const popups = usePopups(isWanted)
  const open = () => {
    setPress('done')
    load()
  }
  return {
    // A browser drops a press whose element goes before the press has ended.
    popups: press === 'down' || isHeld ? undefined : popups,
    open,
    start: { startOpen: isWanted, autoFocus: hasFocus },
    standIn: {
      'aria-busy': isWanted && !hasFailed,
      onPointerEnter: load,
      onPointerDown: () => setPress('down'),
      onPointerCancel: () => setPress('none'),
      onPointerLeave: ({ pointerType }: PointerEvent) => {
        // A finger leaves whenever it is lifted.
        if (pointerType === 'mouse') setPress((now) => (now === 'down' ? 'none' : now))
      },
      onClick: open,
      onKeyDown: ({ key, currentTarget }: KeyboardEvent) => {
        if (/^Arrow(Down|Up)$/.test(key)) open()
        if (key === ' ' && currentTarget.matches('button')) setPress('down')
      },
      onFocus: () => {
        setFocus(true)
        load()
      },
      onBlur: ({ currentTarget }: FocusEvent) => {
        // In a window that is left it keeps the focus.
        if (document.activeElement === currentTarget) return
        setFocus(false)
        setPress('none')
        onLeave?.()
      },
    },
  }
}
