import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { t } from '#dashboard/strings/t.ts'
import { IconButton } from '#dashboard/ui/button.tsx'
import { classNames } from '#dashboard/ui/class-names.ts'

/** Of whatever one types or chooses in. */
export const controlClass =
  'w-full rounded-lg border border-line-strong/60 bg-ground px-3 text-ink placeholder:text-ink-soft transition-colors hover:border-line-strong aria-invalid:border-bad disabled:bg-sunken disabled:text-ink-soft'

export function Input(props: Omit<ComponentProps<'input'>, 'className'>) {
  return <input dir="auto" {...props} className={classNames(controlClass, 'h-9')} />
}

export function Textarea({
  mono = false,
  ...props
}: Omit<ComponentProps<'textarea'>, 'className'> & { mono?: boolean }) {
  return (
    <textarea
      dir="auto"
      rows={4}
      {...props}
      className={classNames(controlClass, 'min-h-20 resize-y py-2', mono && 'font-mono text-[13px]')}
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
