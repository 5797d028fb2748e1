import { useId } from 'react'
import { formatName } from '#dashboard/parts/images/format-name.ts'
import { t } from '#dashboard/strings/actions.ts'
import { Checkbox } from '#dashboard/ui/fields/checkbox.tsx'

interface SomeFormatsProps {
  all: readonly string[]
  value: readonly string[]
  onChange: (formats: readonly string[]) => void
  error: string | undefined
}

function FormatLine({
  name,
  checked,
  onTick,
}: {
  name: string
  checked: boolean
  onTick: (isTicked: boolean) => void
}) {
  const id = useId()
  return (
    <span className="flex min-h-9 items-center gap-2 rounded-lg border border-line px-3">
      <Checkbox id={id} aria-label={formatName(name)} checked={checked} onChange={onTick} />
      <label htmlFor={id} className="font-medium">
        {formatName(name)}
      </label>
    </span>
  )
}

/** The files of each record: the first one is the image, the others stand beside it. */
export function SomeFormats({ all, value, onChange, error }: SomeFormatsProps) {
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5 font-medium">{t('actions.formats')}</legend>
      <div className="flex flex-wrap gap-2">
        {all.map((name) => (
          <FormatLine
            key={name}
            name={name}
            checked={value.includes(name)}
            onTick={(isTicked) => onChange(isTicked ? [...value, name] : value.filter((other) => other !== name))}
          />
        ))}
      </div>
      <p className="text-[13px] text-ink-soft">
        {value.length > 1
          ? t('actions.formats_first', { first: formatName(value[0] ?? '') })
          : t('actions.formats_help')}
      </p>
      {(error !== undefined || value.length === 0) && (
        <p role="alert" className="text-[13px] text-bad">
          {error ?? t('actions.formats_none')}
        </p>
      )}
    </fieldset>
  )
}
