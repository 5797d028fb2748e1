import { isMixed } from '#dashboard/screens/editor/properties/values.ts'
import { t } from '#dashboard/strings/editing.ts'
import { choiceOf } from '#dashboard/strings/en/property-titles.ts'
import { Select } from '#dashboard/ui/fields/select.tsx'
import type { ControlProps } from './control-props.ts'

const NOTHING = 'nothing'

/** One of a few; what may be absent can be taken away. */
export function ChoiceControl(
  props: ControlProps & { options: readonly unknown[]; words?: (option: unknown) => string },
) {
  const { id, label, value, edit, options, isOptional = false, shown } = props
  // The name of a layer is shown as it is.
  const words = props.words ?? (shown.name === 'layer' ? String : choiceOf)
  const mayBeAbsent = isOptional && shown.schema.default === undefined
  const chosen = options.indexOf(value)
  const listed = options.map((option, at) => ({ value: String(at), label: words(option) }))
  return (
    <Select
      id={id}
      aria-label={label}
      compact
      options={mayBeAbsent ? [{ value: NOTHING, label: t('inspector.nothing') }, ...listed] : listed}
      value={chosen >= 0 ? String(chosen) : value === undefined && mayBeAbsent ? NOTHING : null}
      placeholder={isMixed(value) ? t('inspector.mixed') : String(value ?? t('inspector.nothing'))}
      onChange={(at) => edit.set(() => (at === NOTHING ? undefined : options[Number(at)]))}
    />
  )
}
