import type { ReactNode } from 'react'
import { OwnBind, type OwnBinding } from '#dashboard/screens/editor/inspector/own-binding.tsx'
import { titleOf } from '#dashboard/strings/en/property-titles.ts'
import { classNames } from '#dashboard/ui/class-names.ts'

interface OwnFrameProps {
  /** Of the property. */
  readonly name: string
  /** Default: the title of the property. */
  readonly title?: string
  /** Of the control that the title is for. */
  readonly htmlFor?: string
  /** Absent where the property is shown below with its own button. */
  readonly binding: OwnBinding | undefined
  /** Beside another one in the same line. */
  readonly isHalf?: boolean
  /** Buttons beside the one that binds. */
  readonly also?: ReactNode
  readonly children: ReactNode
}

/** A control that is made for one property, below its title. */
export function OwnFrame(props: OwnFrameProps) {
  const { name, title = titleOf(name), htmlFor, binding, isHalf = false, also, children } = props
  return (
    <fieldset
      aria-label={title}
      className={classNames('has-tools grid content-start', !isHalf && 'col-span-2 gap-1')}
      onKeyDown={binding?.onKeyDown}
    >
      <div className="flex h-[20px] items-center justify-between">
        {htmlFor === undefined ? (
          <span className="text-xs text-ink-soft">{title}</span>
        ) : (
          <label htmlFor={htmlFor} className="text-xs text-ink-soft">
            {title}
          </label>
        )}
        <span className="flex">
          {also}
          {binding && <OwnBind name={titleOf(name)} binding={binding} />}
        </span>
      </div>
      {children}
    </fieldset>
  )
}
