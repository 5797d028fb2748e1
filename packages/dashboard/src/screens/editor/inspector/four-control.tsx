import { Maximize, Square } from 'lucide-react'
import { useState } from 'react'
import { isMixed } from '#dashboard/screens/editor/properties/values.ts'
import { t } from '#dashboard/strings/editing.ts'
import { IconButton } from '#dashboard/ui/button.tsx'
import type { ControlProps } from './control-props.ts'
import type { Control } from './controls.ts'
import { editOneOfFour, fourOf } from './edit.ts'
import { NumberControl } from './number-control.tsx'

interface FourProps extends ControlProps {
  readonly kind: Extract<Control, { kind: 'number' }>
}

const places = [0, 1, 2, 3] as const

/** One number for all corners or sides, or one for each. */
export function FourControl(props: FourProps) {
  const { id, label, value, edit, shown } = props
  const [isOpen, setOpen] = useState(false)
  const hasFour = (isMixed(value) ? value.values : [value]).some(Array.isArray)
  const isEach = isOpen || hasFour
  const what = shown.name === 'padding' ? 'side' : 'corner'
  const toggle = () => {
    setOpen(!isEach)
    if (hasFour) edit.set((before) => fourOf(before)[0])
  }
  return (
    <div className="flex items-start gap-1">
      {isEach ? (
        <fieldset aria-label={label} className="grid grow grid-cols-2 gap-1">
          {places.map((at) => (
            <div key={at}>
              <label htmlFor={`${id}-${at}`} className="sr-only">
                {t(`inspector.${what}_${at}`, { name: label })}
              </label>
              <NumberControl
                {...props}
                id={`${id}-${at}`}
                value={fourOf(value)[at]}
                edit={editOneOfFour(edit, at, shown.schema.default)}
              />
            </div>
          ))}
        </fieldset>
      ) : (
        <div className="grow">
          <NumberControl {...props} />
        </div>
      )}
      <IconButton
        size="small"
        label={isEach ? t('inspector.all', { name: label }) : t('inspector.each', { name: label })}
        icon={isEach ? <Square /> : <Maximize />}
        onClick={toggle}
      />
    </div>
  )
}
