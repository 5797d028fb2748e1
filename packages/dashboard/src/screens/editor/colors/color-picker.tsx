import type { PropertyPath } from '@pictable/editor'
import { readColor } from '@pictable/renderer/template'
import { Check, TriangleAlert } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { noteChoice, recentChoices } from '#dashboard/api/recent-choices.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/colors.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { isPressed } from '#dashboard/ui/fields/keys.ts'
import { isTypedInto } from '#dashboard/ui/fields/typed-into.ts'
import { colorsBehind } from './behind.ts'
import { BrandColors } from './brand-colors.tsx'
import { ColorFields } from './color-fields.tsx'
import { ColorSlides } from './color-slides.tsx'
import { fromHsva, type Hsva, toHsva } from './color-spaces.ts'
import { toHex } from './color-text.ts'
import { contrastAt } from './contrast.ts'
import { documentColors, recolor, usesOf } from './document-colors.ts'
import type { LiveColor } from './slide.tsx'
import { Swatches } from './swatches.tsx'

const MAX_RECENT = 16
const MAX_OF_DOCUMENT = 32
const GREY = [128, 128, 128, 1] as const

interface ContrastProps extends Pick<ColorPickerProps, 'parts'> {
  readonly path: PropertyPath
  readonly color: Hsva
}

/** How well a colour is told from what it is drawn on. */
function ContrastNote({ path, parts, color }: ContrastProps) {
  const session = useSession()
  // What is behind does not change while the picker is open.
  const [measure] = useState(() => {
    const { state } = session
    return contrastAt(state, { path, parts: parts?.(), behind: (id, groups) => colorsBehind(state, id, groups) })
  })
  const contrast = measure(fromHsva(color))
  if (contrast === undefined) return null
  const { ratio, needed } = contrast
  const isEnough = ratio >= needed
  const Icon = isEnough ? Check : TriangleAlert
  return (
    <p className={`flex gap-1.5 text-xs ${isEnough ? 'text-ink-soft' : 'text-warn'}`}>
      <Icon aria-hidden className="size-4 shrink-0" />
      <span>
        {t('colors.contrast', { ratio: Math.floor(ratio * 10) / 10 })}
        {!isEnough && <span className="block">{t('colors.contrast_low', { needed })}</span>}
      </span>
    </p>
  )
}

export interface ColorPickerProps extends LiveColor {
  /** As it is written; undefined where layers differ. */
  readonly color: string | undefined
  /** Of the colour in the selected layers. */
  readonly path?: PropertyPath
  /** What each of the parts that have the colour has of its own; default: nothing that their layers have not. */
  readonly parts?: (() => readonly object[]) | undefined
}

/** Where else the design writes the colour that is replaced, once another one is picked: these become equal to it. */
function OtherUses({ from, to, onReplace }: { from: string | undefined; to: string; onReplace: () => void }) {
  const session = useSession()
  const document = useEditor((state) => state.document)
  const uses = from === undefined || from === to ? [] : usesOf(document, from)
  if (from === undefined || uses.length === 0) return null
  const replace = () => {
    onReplace()
    session.run(recolor(uses, to))
  }
  return (
    <Button size="small" onClick={replace}>
      {t('colors.replace_uses', { count: uses.length, color: from })}
    </Button>
  )
}

/** The colour as the picker shows it: greys and black keep the hue and saturation that were chosen. */
function usePicked({ color, onLive }: Pick<ColorPickerProps, 'color' | 'onLive'>) {
  const read = readColor(color ?? '')
  const written = read ?? GREY
  const [picked, setPicked] = useState(() => toHsva(written))
  const hsva = toHex(fromHsva(picked)) === toHex(written) ? picked : toHsva(written)
  const latest = useRef<string | null>(null)
  useEffect(
    () => () => {
      if (latest.current !== null) noteChoice('colors', latest.current, MAX_RECENT)
    },
    [],
  )
  function choose(text: string): void {
    const read = readColor(text)
    if (read && read[3] > 0) latest.current = toHex(read)
    onLive(text)
  }
  return {
    ...{ hsva, choose, isKnown: read !== undefined },
    slide(next: Hsva) {
      setPicked(next)
      choose(toHex(fromHsva(next)))
    },
  }
}

/** Picks a colour by sliders, as text, from the screen, or of those that were used. */
export function ColorPicker({ color, path, parts, onLive, onDone, onUndo }: ColorPickerProps) {
  const session = useSession()
  const { hsva, choose, slide, isKnown } = usePicked({ color, onLive })
  // They keep their places while the picker is open.
  const [recent] = useState(() => recentChoices('colors'))
  const [before, setBefore] = useState(() => {
    const written = readColor(color ?? '')
    return written && toHex(written)
  })
  const [ofDocument] = useState(() => documentColors(session.state.document).map(({ hex }) => hex))
  const chooseOne = (text: string) => {
    choose(text)
    onDone()
  }
  const popup = useRef<HTMLDivElement>(null)
  const shown = toHex(fromHsva(hsva))
  function onReplace(): void {
    onDone()
    setBefore(shown)
    // The button goes.
    popup.current?.focus({ preventScroll: true })
  }
  function onKeyDown(event: KeyboardEvent): void {
    const isTyped = event.target instanceof Element && isTypedInto(event.target)
    const isUndo = isPressed(event.nativeEvent, 'Mod+z')
    const isRedo = isPressed(event.nativeEvent, 'Mod+Shift+z') || isPressed(event.nativeEvent, 'Mod+y')
    if (isTyped || !(isUndo || isRedo)) return
    event.preventDefault()
    onDone()
    if (isUndo) session.undo()
    else session.redo()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: undo works here as everywhere
    <div ref={popup} tabIndex={-1} onKeyDown={onKeyDown} className="grid gap-2.5 p-3 text-[13px] outline-none">
      <ColorSlides color={hsva} onChange={slide} onDone={onDone} onUndo={onUndo} />
      <ColorFields color={fromHsva(hsva)} onChoose={chooseOne} />
      {path !== undefined && isKnown && <ContrastNote {...{ path, parts }} color={hsva} />}
      <BrandColors picked={shown} onChoose={chooseOne} />
      {ofDocument.length > 0 && (
        <Swatches title={t('colors.document')} colors={ofDocument.slice(0, MAX_OF_DOCUMENT)} onChoose={chooseOne} />
      )}
      {recent.length > 0 && <Swatches title={t('colors.recent')} colors={recent} onChoose={chooseOne} />}
      {/* Last, so that it pushes nothing down under the pointer. */}
      <OtherUses from={before} to={shown} onReplace={onReplace} />
    </div>
  )
}
