import { LoaderCircle } from 'lucide-react'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { classNames } from './class-names.ts'

type Look = 'primary' | 'plain' | 'quiet' | 'danger'
type Size = 'small' | 'medium' | 'large'

const looks: Readonly<Record<Look, string>> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover border-transparent',
  plain: 'bg-raised text-ink hover:bg-hover border-line',
  quiet: 'bg-transparent text-ink-soft hover:bg-hover hover:text-ink border-transparent',
  danger: 'bg-raised text-bad hover:bg-bad-soft border-line',
}

const sizes: Readonly<Record<Size, string>> = {
  small: 'h-7 px-2.5 text-[13px] gap-1.5',
  medium: 'h-9 px-3.5 gap-2',
  large: 'h-11 px-5 text-base gap-2',
}

/** Of buttons and of links that look like one. */
export function buttonClass(look: Look = 'plain', size: Size = 'medium'): string {
  return classNames(
    'inline-flex shrink-0 select-none items-center justify-center rounded-lg border font-medium whitespace-nowrap',
    'transition-colors aria-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0',
    looks[look],
    sizes[size],
  )
}

function holdBack(event: MouseEvent): void {
  event.preventDefault()
  event.stopPropagation()
}

type PressProps = Pick<ComponentProps<'button'>, 'aria-disabled' | 'onClick'>

/** What cannot be pressed now says so, and keeps the focus that a disabled element would lose. */
function unlessHeld(isHeld: boolean, onClick: PressProps['onClick']): PressProps {
  return isHeld ? { 'aria-disabled': true, onClick: holdBack } : { onClick }
}

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  look?: Look
  size?: Size
  /** Something is under way: it cannot be pressed again. */
  busy?: boolean
  icon?: ReactNode
  /** More than fits on it. */
  hint?: string
}

export function Button(props: ButtonProps) {
  const { look = 'plain', size = 'medium', busy = false, disabled = false, icon, hint, children, ...rest } = props
  return (
    <button
      type="button"
      data-tooltip={hint}
      {...rest}
      {...unlessHeld(disabled || busy, rest.onClick)}
      className={buttonClass(look, size)}
    >
      {busy ? <LoaderCircle aria-hidden className="animate-spin" /> : icon}
      {children}
    </button>
  )
}

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'children'> {
  /** What it does, also shown as a tooltip. */
  label: string
  icon: ReactNode
  size?: 'small' | 'medium'
}

export function IconButton({ label, icon, size = 'medium', disabled = false, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      data-tooltip={label}
      {...rest}
      {...unlessHeld(disabled, rest.onClick)}
      className={classNames(
        'inline-flex shrink-0 items-center justify-center rounded-md text-ink-soft transition-colors hover:bg-hover hover:text-ink aria-disabled:opacity-50 [&_svg]:size-4',
        // The smallest target of WCAG 2.2 is 24 CSS pixels.
        size === 'small' ? 'size-[24px]' : 'size-8',
      )}
    >
      {icon}
    </button>
  )
}
