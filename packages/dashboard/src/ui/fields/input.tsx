import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { t } from '#dashboard/strings/t.ts'
import { IconButton } from '#dashboard/ui/button.tsx'
import { classNames } from '#dashboard/ui/class-names.ts'

/** Of whatever one types or chooses in. */
export const controlClass =
  'w-full rounded-lg border border-line-strong/60 bg-ground px-3 text-ink placeholder:text-ink-soft transition-colors hover:border-line-strong aria-invalid:border-bad disabled:bg-sunken disabled:text-ink-soft'

/** Of the same in a narrow panel with many of them. */
export const compactClass =
  'w-full min-w-0 rounded-md border border-line bg-ground px-2 text-[13px] text-ink placeholder:text-ink-soft transition-colors hover:border-line-strong aria-invalid:border-bad disabled:bg-sunken disabled:text-ink-soft'

interface Compact {
  compact?: boolean
}

export function Input({ compact = false, ...props }: Omit<ComponentProps<'input'>, 'className'> & Compact) {
  return <input dir="auto" {...props} className={compact ? `${compactClass} h-7` : classNames(controlClass, 'h-9')} />
}

export function Textarea({
  mono = false,
  compact = false,
  grows = false,
  ...props
}: Omit<ComponentProps<'textarea'>, 'className'> & { mono?: boolean; grows?: boolean } & Compact) {
  const height = grows ? 'block field-sizing-content py-1 min-h-7 max-h-40' : 'py-1.5 min-h-14'
  const look = compact ? `${compactClass} ${height}` : classNames(controlClass, 'min-h-20 py-2')
  return (
    <textarea
      dir="auto"
      rows={grows ? 1 : compact ? 3 : 4}
      {...props}
      className={classNames(
        look,
        grows ? 'resize-none' : 'resize-y',
        mono && (compact ? 'font-mono text-xs' : 'font-mono text-[13px]'),
      )}
    />
  )
}

/** Can be looked at while it is typed. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'className' | 'type'>) {
  const [isShown, setShown] = useState(false)
  return (
    <div className="relative">
      <input {...props} type={isShown ? 'text' : 'password'} className={classNames(controlClass, 'h-9 pe-10')} />
      <div className="absolute inset-y-0 end-0.5 flex items-center">
        <IconButton
          label={isShown ? t('ui.hide_password') : t('ui.show_password')}
          icon={isShown ? <EyeOff /> : <Eye />}
          onClick={() => setShown(!isShown)}
        />
      </div>
    </div>
  )
}
