import { readColor } from '@pictable/renderer/template'
import { type KeyboardEvent, useState } from 'react'
import { t } from '#dashboard/strings/editing.ts'
import { isComposing } from '#dashboard/ui/fields/composing.ts'
import { compactClass } from '#dashboard/ui/fields/input.tsx'
import type { ControlProps } from './control-props.ts'
import { Note } from './note.tsx'
import { MIXED } from './values.ts'

const twoDigits = (channel: number) => Math.round(channel).toString(16).padStart(2, '0')

/** As the picker of the browser takes it, without its opacity. */
export function opaqueHex(color: unknown): string {
  const [red = 0, green = 0, blue = 0] = (typeof color === 'string' && readColor(color)) || []
  return `#${twoDigits(red)}${twoDigits(green)}${twoDigits(blue)}`
}

/** Another colour, as opaque as the one of before. */
function picked(before: unknown, hex: string): string {
  const alpha = (typeof before === 'string' && readColor(before)?.[3]) || 1
  return alpha < 1 ? `${hex}${twoDigits(alpha * 255)}` : hex
}

/** A chequered ground shows through what is not opaque. */
export const chequered =
  'bg-[conic-gradient(#bbb_25%,#fff_0_50%,#bbb_0_75%,#fff_0)] bg-[length:8px_8px] forced-color-adjust-none'

/** A colour: typed in any form that the format takes, or picked. */
export function ColorControl({ id, label, value, edit, isOptional = false }: ControlProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const [note, setNote] = useState<string | null>(null)
  const color = typeof value === 'string' ? value : undefined

  function type(text: string): void {
    setTyped(text)
    setNote(null)
    if (readColor(text)) edit.live(() => text.trim())
  }

  function leave(): void {
    if (typed === null) return
    setTyped(null)
    if (readColor(typed)) edit.done()
    else edit.undo()
    if (typed.trim() === '' && isOptional) edit.set(() => undefined)
    else if (!readColor(typed)) setNote(t('inspector.not_a_color', { typed }))
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Enter') leave()
    else if (event.key === 'Escape' && typed !== null) {
      edit.undo()
      setTyped(null)
      setNote(null)
    } else if (event.key === 'Escape') event.currentTarget.blur()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <>
      <span className="relative block">
        <span
          className={`absolute start-1.5 top-1.5 size-4 overflow-hidden rounded-sm border border-line-strong/60 focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-accent ${chequered}`}
        >
          <span aria-hidden className="absolute inset-0" style={{ background: color }} />
          <input
            // React's `onChange` is the event of each colour on the way; this one tells that a colour was chosen.
            ref={(picker) => {
              const choose = () => edit.done()
              picker?.addEventListener('change', choose)
              return () => picker?.removeEventListener('change', choose)
            }}
            type="color"
            aria-label={t('inspector.pick', { name: label })}
            value={opaqueHex(value)}
            onChange={({ target }) => edit.live((before) => picked(before, target.value))}
            onBlur={() => edit.done()}
            className="absolute -inset-2 size-8 cursor-pointer opacity-0"
          />
        </span>
        <input
          id={id}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          aria-describedby={`${id}-note`}
          value={typed ?? color ?? ''}
          placeholder={value === MIXED ? t('inspector.mixed') : t('inspector.nothing')}
          onChange={({ target }) => type(target.value)}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onBlur={leave}
          onKeyDown={onKeyDown}
          className={`${compactClass} h-7 ps-7.5`}
        />
      </span>
      <Note id={`${id}-note`}>{note}</Note>
    </>
  )
}
