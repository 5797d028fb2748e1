import { isMixed } from '#dashboard/screens/editor/properties/values.ts'
import { t } from '#dashboard/strings/editing.ts'
import { choiceOf } from '#dashboard/strings/en/property-titles.ts'
import { Select } from '#dashboard/ui/fields/select.tsx'
import type { ControlProps } from './control-props.ts'
import { absentWords } from './value-words.ts'

const NOTHING = 'nothing'

/** One of a few; what may be absent can be taken away. */
export function ChoiceControl(
  props: ControlProps & {
    options: readonly unknown[]
    words?: (option: unknown) => string
    onChosen?: (option: unknown) => void
  },
) {
  const { id, label, value, edit, options, isOptional = false, shown } = props
  // The name of a layer is shown as it is.
  const words = props.words ?? (shown.name === 'layer' ? String : choiceOf)
  const mayBeAbsent = isOptional && shown.schema.default === undefined
  const absent = absentWords(shown)
  const chosen = options.indexOf(value)
  const isAbsent = value === undefined || (mayBeAbsent && words(value) === absent)
  const listed = options
    .map((option, at) => ({ value: String(at), label: words(option) }))
    .filter(({ label: each }) => !mayBeAbsent || each !== absent)
  return (
    <Select
      id={id}
      aria-label={label}
      compact
      options={mayBeAbsent ? [{ value: NOTHING, label: absent }, ...listed] : listed}
      value={isAbsent && mayBeAbsent ? NOTHING : chosen >= 0 ? String(chosen) : null}
      placeholder={isMixed(value) ? t('inspector.mixed') : String(value ?? absent)}
      onChange={(at) => {
        const option = at === NOTHING ? undefined : options[Number(at)]
        edit.set(() => option)
        props.onChosen?.(option)
      }}
    />
  )
}
