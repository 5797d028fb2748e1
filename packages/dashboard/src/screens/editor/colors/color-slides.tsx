import { t } from '#dashboard/strings/colors.ts'
import { chequers } from './chequered.ts'
import { fromHsva, type Hsva } from './color-spaces.ts'
import { toHex } from './color-text.ts'
import { type LiveColor, Slide } from './slide.tsx'

interface SlidesProps extends Pick<LiveColor, 'onDone' | 'onUndo'> {
  readonly color: Hsva
  readonly onChange: (color: Hsva) => void
}

const percent = (value: number) => Math.round(value * 100)
const opaqueOf = (color: Hsva) => toHex(fromHsva({ ...color, alpha: 1 }))
/** A whole turn is red again: the thumb stays at the end where it was put. */
const MAX_HUE = 359.99

const RAINBOW = 'linear-gradient(to right, #f00, #ff0 17%, #0f0 33%, #0ff 50%, #00f 67%, #f0f 83%, #f00)'

/** Thin, with a target of 24 pixels. */
const track = { className: 'mx-1 h-[24px] cursor-ew-resize', ground: 'inset-x-0 inset-y-[6px] rounded-full' }

/** Saturation and brightness in a square, hue and opacity below it. */
export function ColorSlides({ color, onChange, ...ends }: SlidesProps) {
  const { hue, saturation, value, alpha } = color
  const pure = opaqueOf({ hue, saturation: 1, value: 1, alpha: 1 })
  const opaque = opaqueOf(color)
  return (
    // As the grounds are painted: from the left to the right.
    <div dir="ltr" className="grid">
      <Slide
        {...ends}
        label={t('colors.area')}
        now={percent(saturation)}
        words={t('colors.area_value', { saturation: percent(saturation), brightness: percent(value) })}
        at={{ x: saturation, y: 1 - value }}
        color={opaque}
        onSlide={({ x, y }) => onChange({ ...color, saturation: x, value: 1 - y })}
        className="mb-2.5 h-36 cursor-crosshair"
        ground="inset-0 rounded-md"
        background={`linear-gradient(to top, #000, #0000), linear-gradient(to right, #fff, #fff0), ${pure}`}
      />
      <Slide
        {...ends}
        label={t('colors.hue')}
        now={Math.round(hue / 3.6)}
        words={t('colors.hue_value', { degrees: Math.round(hue) })}
        at={{ x: hue / 360, y: 0.5 }}
        color={pure}
        onSlide={({ x }) => onChange({ ...color, hue: Math.min(MAX_HUE, x * 360) })}
        {...track}
        background={RAINBOW}
      />
      <Slide
        {...ends}
        label={t('colors.opacity')}
        now={percent(alpha)}
        words={t('colors.percent', { percent: percent(alpha) })}
        at={{ x: alpha, y: 0.5 }}
        color={opaque}
        onSlide={({ x }) => onChange({ ...color, alpha: x })}
        {...track}
        background={`linear-gradient(to right, #0000, ${opaque}), ${chequers}`}
      />
    </div>
  )
}
