import { useState } from 'react'
import { titleOf } from '#dashboard/strings/en/property-titles.ts'
import { t } from '#dashboard/strings/images.ts'
import { classNames } from '#dashboard/ui/class-names.ts'
import { Field } from '#dashboard/ui/fields/field.tsx'
import { controlClass, Textarea } from '#dashboard/ui/fields/input.tsx'
import type { ChangeField } from './changeable.ts'

/** The title of what a modification changes: `Stroke colour` for `stroke.color`. */
export function changeTitle(key: string): string {
  const crop = /(?:^|\.)focalPoint\.([xy])$/.exec(key)?.[1]
  if (crop === 'x' || crop === 'y') return t(`images.field_crop_${crop}`)
  if (/(^|\.)zoom$/.test(key)) return t('images.field_zoom')
  if (key === 'fill') return titleOf('color')
  const [, entry] = /^colors(?:\.|\[)([^\]]+)/.exec(key) ?? []
  if (entry !== undefined)
    return /^\d+$/.test(entry)
      ? t('images.field_color_at', { at: Number(entry) + 1 })
      : t('images.field_color_for', { color: entry })
  const [property = '', part] = key.split('.')
  return part === undefined ? titleOf(property) : `${titleOf(property)} ${titleOf(part).toLowerCase()}`
}

const canvas = document.createElement('canvas').getContext('2d')

/** A colour of the format as `#rrggbb`, without its opacity; black for any other, such as `oklch()`. */
function opaqueHex(color: string): string {
  if (!canvas) return '#000000'
  canvas.fillStyle = '#000000'
  canvas.fillStyle = color
  const read = String(canvas.fillStyle)
  if (read.startsWith('#')) return read
  const [, ...channels] = /^rgba\((\d+), (\d+), (\d+),/.exec(read) ?? ['', '0', '0', '0']
  return `#${channels.map((channel) => Number(channel).toString(16).padStart(2, '0')).join('')}`
}

interface ChangeControlProps {
  field: ChangeField
  typed: string
  onChange: (typed: string) => void
}

/** One property of a layer; what it is in the template shows where nothing is typed. */
export function ChangeControl({ field, typed, onChange }: ChangeControlProps) {
  const { key, kind, minimum, maximum, written } = field
  // A half-typed number such as `1.` stays as it is.
  const [draft, setDraft] = useState<string | null>(null)
  const isNumber = kind === 'number' || kind === 'percent'
  const title = changeTitle(key)
  const change = (text: string) => {
    setDraft(text)
    onChange(text)
  }
  const own = { value: draft ?? typed, placeholder: written, onBlur: () => setDraft(null) }
  const shown = own.value || written
  return (
    <div className={kind === 'text' || key.endsWith('zoom') ? 'col-span-2' : 'min-w-0'}>
      <Field label={title}>
        {(control) =>
          kind === 'text' ? (
            <Textarea {...control} {...own} onChange={({ target }) => change(target.value)} />
          ) : (
            <span {...(kind === 'color' && { dir: 'ltr' })} className="relative block">
              <input
                {...control}
                {...own}
                dir="auto"
                type={isNumber ? 'number' : 'text'}
                {...(isNumber && { step: 'any', min: minimum, max: maximum })}
                onChange={({ target }) => change(target.value)}
                className={classNames(controlClass, kind === 'color' ? 'h-9 ps-10 pe-1' : 'h-9')}
              />
              {kind === 'color' && (
                <input
                  type="color"
                  aria-label={t('images.field_pick', { name: title })}
                  value={opaqueHex(shown)}
                  onChange={({ target }) => change(target.value)}
                  onBlur={own.onBlur}
                  className={classNames(
                    'absolute start-1 top-1 h-7 w-8 cursor-pointer rounded-md p-0.5',
                    shown === '' && 'opacity-25',
                  )}
                />
              )}
            </span>
          )
        }
      </Field>
    </div>
  )
}
