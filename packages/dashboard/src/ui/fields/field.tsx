import { type ReactNode, useId } from 'react'
import { t } from '#dashboard/strings/t.ts'

/** What a control inside a field must carry. */
export interface FieldControl {
  id: string
  /** Where the label of the field does not name it alone. */
  'aria-label'?: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

interface FieldProps {
  label: string
  help?: string | undefined
  error?: string | undefined
  optional?: boolean | undefined
  /** `<Field label="Email">{(control) => <Input {...control} />}</Field>` */
  children: (control: FieldControl) => ReactNode
}

/** A label, a control, its help and what is wrong with it, tied together for everybody. */
export function Field({ label, help, error, optional = false, children }: FieldProps) {
  const id = useId()
  const helpId = `${id}-help`
  const errorId = `${id}-error`
  const described = [help && helpId, error && errorId].filter(Boolean).join(' ')
  return (
    <div className="grid content-start gap-1.5">
      <label id={`${id}-label`} htmlFor={id} className="flex items-baseline justify-between gap-2 font-medium">
        {label}
        {optional && <span className="text-xs font-normal text-ink-soft">{t('ui.optional')}</span>}
      </label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {help && (
        <p id={helpId} dir="auto" className="text-[13px] text-ink-soft">
          {help}
        </p>
      )}
      {error && (
        <p id={errorId} dir="auto" role="alert" className="text-[13px] text-bad">
          {error}
        </p>
      )}
    </div>
  )
}
