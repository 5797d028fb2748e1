import { type Rgba, readColor } from '@pictable/renderer/template'
import { Pipette } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { t } from '#dashboard/strings/colors.ts'
import { IconButton } from '#dashboard/ui/button.tsx'
import { isComposing } from '#dashboard/ui/fields/composing.ts'
import { compactClass } from '#dashboard/ui/fields/input.tsx'
import { Select } from '#dashboard/ui/fields/select.tsx'
import { type ColorFormat, colorFormats, readTypedColor, toHex, writeColor } from './color-text.ts'

interface TypedProps {
  readonly label: string
  readonly value: string
  readonly className: string
  /** Whether it could be used. */
  readonly onType: (text: string) => boolean
}

/** Applied by Enter and when it is left; Escape restores it. */
function Typed({ label, value, className, onType }: TypedProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const [isWrong, setWrong] = useState(false)
  function apply(): void {
    setTyped(null)
    if (typed !== null) setWrong(!onType(typed))
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Enter') apply()
    else if (event.key === 'Escape' && typed !== null) setTyped(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <input
      dir="ltr"
      autoComplete="off"
      spellCheck={false}
      aria-label={label}
      aria-invalid={isWrong || undefined}
      value={typed ?? value}
      onChange={({ target }) => {
        setTyped(target.value)
        setWrong(false)
      }}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onBlur={apply}
      onKeyDown={onKeyDown}
      className={`${compactClass} h-7 ${className}`}
    />
  )
}

/** Of browsers that let a person pick a colour of the whole screen. */
declare const EyeDropper: (new () => { open(): Promise<{ readonly sRGBHex: string }> }) | undefined

/** The form of the field stays for the next colour. */
let format: ColorFormat = 'hex'

interface FieldsProps {
  readonly color: Rgba
  readonly onChoose: (color: string) => void
}

/** The colour and its opacity, typed; a colour of the screen where the browser can pick one. */
export function ColorFields({ color, onChoose }: FieldsProps) {
  const [shown, setShown] = useState(format)
  const [wrong, setWrong] = useState<string | null>(null)
  const withAlpha = (alpha: number) => toHex([color[0], color[1], color[2], alpha])
  function chooseOpaque(text: string): void {
    const read = readColor(text)
    // What does not speak of opacity keeps it.
    onChoose(read?.[3] === 1 && color[3] < 1 ? toHex([read[0], read[1], read[2], color[3]]) : text)
  }
  function typeColor(text: string): boolean {
    const read = readTypedColor(text)
    setWrong(read === undefined ? text : null)
    if (read !== undefined) chooseOpaque(read)
    return read !== undefined
  }
  function typeOpacity(text: string): boolean {
    const share = Number.parseFloat(text.replace(',', '.')) / 100
    if (Number.isFinite(share)) onChoose(withAlpha(Math.min(1, Math.max(0, share))))
    return Number.isFinite(share)
  }
  return (
    <div className="grid gap-1">
      <div className="flex gap-1">
        <div className="w-[74px] shrink-0">
          <Select
            compact
            aria-label={t('colors.format')}
            options={colorFormats.map((each) => ({ value: each, label: t(`colors.format_${each}`) }))}
            value={shown}
            onChange={(chosen) => {
              format = colorFormats.find((each) => each === chosen) ?? format
              setShown(format)
            }}
          />
        </div>
        {typeof EyeDropper !== 'undefined' && (
          <span className="ms-auto">
            <IconButton
              label={t('colors.eyedropper')}
              icon={<Pipette />}
              onClick={() => {
                // Escape ends it without a colour.
                const picked = EyeDropper && new EyeDropper().open()
                picked?.then(({ sRGBHex }) => chooseOpaque(sRGBHex)).catch(() => {})
              }}
            />
          </span>
        )}
      </div>
      <div className="flex gap-1">
        <Typed
          label={t('colors.value')}
          value={writeColor(color, shown)}
          className="grow font-mono text-xs"
          onType={typeColor}
        />
        <Typed
          label={t('colors.opacity')}
          value={t('colors.percent', { percent: Math.round(color[3] * 100) })}
          className="!w-[70px] text-end tabular-nums"
          onType={typeOpacity}
        />
      </div>
      <p role="status" className={wrong === null ? 'sr-only' : 'text-xs text-warn'}>
        {wrong !== null && t('colors.not_a_color', { typed: wrong })}
      </p>
    </div>
  )
}
