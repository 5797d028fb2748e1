import { type KeyboardEvent, useState } from 'react'
import { ColorButton } from '#dashboard/screens/editor/colors/color-button.tsx'
import { readTypedColor } from '#dashboard/screens/editor/colors/color-text.ts'
import { isMixed } from '#dashboard/screens/editor/properties/values.ts'
import { t } from '#dashboard/strings/editing.ts'
import { isComposing } from '#dashboard/ui/fields/composing.ts'
import { compactClass } from '#dashboard/ui/fields/input.tsx'
import { isInPopup } from '#dashboard/ui/fields/open-popup.ts'
import type { ControlProps } from './control-props.ts'
import { Note } from './note.tsx'
import { absentWords } from './value-words.ts'

/** A colour: typed in any form, or picked. */
export function ColorControl({ id, label, shown, value, edit, isOptional = false, nothing }: ControlProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const [note, setNote] = useState<string | null>(null)
  const color = typeof value === 'string' ? value : undefined

  function type(text: string): void {
    setTyped(text)
    setNote(null)
    const read = readTypedColor(text)
    if (read !== undefined) edit.live(() => read)
  }

  function leave(): void {
    if (typed === null) return
    setTyped(null)
    const isColor = readTypedColor(typed) !== undefined
    if (isColor) edit.done()
    else edit.undo()
    if (typed.trim() === '' && isOptional) edit.set(() => undefined)
    else if (!isColor) setNote(t('inspector.not_a_color', { typed }))
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Enter') leave()
    else if (event.key === 'Escape' && typed !== null) {
      edit.undo()
      setTyped(null)
      setNote(null)
    } else if (event.key === 'Escape' && !isInPopup(event.currentTarget)) event.currentTarget.blur()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <>
      <span className="relative block">
        <ColorButton
          label={t('inspector.pick', { name: label })}
          color={color}
          path={edit.path}
          parts={edit.parts}
          onLive={(picked) => edit.live(() => picked)}
          onDone={() => edit.done()}
          onUndo={() => edit.undo()}
          className="absolute start-[2px] top-[2px] size-[24px]"
        />
        <input
          id={id}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          aria-describedby={`${id}-note`}
          value={typed ?? color ?? ''}
          placeholder={isMixed(value) ? t('inspector.mixed') : (nothing ?? absentWords(shown))}
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
