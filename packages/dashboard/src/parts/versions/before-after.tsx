import { ChevronsLeftRight } from 'lucide-react'
import { type CSSProperties, useState } from 'react'
import type { PageSize } from '#dashboard/parts/templates/page-sizes.ts'
import type { Values } from '#dashboard/parts/templates/template.ts'
import { t } from '#dashboard/strings/versions.ts'
import { PicturesAgain } from './pictures-again.tsx'
import { stageOf } from './stage-of.ts'
import { type Picture, reasonOf, usePicture } from './use-picture.ts'

/** A version or a draft that is looked at beside another. */
export interface Side {
  readonly label: string
  /** Undefined until it is known. */
  readonly design: (object & PageSize) | undefined
  readonly values: Values
}

/** Sharp on most screens, and not too much to send. */
const WIDTH_PX = 1600
/** What a small page is shown at. */
const MIN_WIDTH_PX = 320

const sizeText = ({ width, height }: PageSize) => `${width} × ${height}`

const whole = (part: number) => `${100 * part}%`

interface LayerProps {
  picture: Picture
  part: PageSize
  clip: CSSProperties
}

/** One picture, in its true size beside the other one. */
function Layer({ picture, part, clip }: LayerProps) {
  const reason = reasonOf(picture)
  const { data } = picture
  return (
    <span aria-hidden={reason === undefined} className="absolute inset-0 grid place-items-center" style={clip}>
      <span className="block" style={{ width: whole(part.width), height: whole(part.height) }}>
        {data?.image ? (
          <img src={data.image.data} alt="" draggable={false} className="size-full shadow-sm" />
        ) : (
          <span
            className={`grid size-full place-items-center bg-hover p-4 text-center text-[13px] text-bad ${reason === undefined ? 'animate-pulse' : ''}`}
          >
            {reason}
          </span>
        )}
      </span>
    </span>
  )
}

interface BeforeAfterProps {
  before: Side
  after: Side
}

/** Two designs on top of each other: a line between them, moved by mouse, finger or arrow keys, tells them apart. */
export function BeforeAfter({ before, after }: BeforeAfterProps) {
  const [at, setAt] = useState(50)
  const first = usePicture({ ...before, widthPx: WIDTH_PX })
  const second = usePicture({ ...after, widthPx: WIDTH_PX })
  if (!before.design || !after.design) return <div className="h-80 animate-pulse rounded-lg bg-hover" />
  const stage = stageOf(before.design, after.design)
  const isOtherSize = sizeText(before.design) !== sizeText(after.design)
  const sizes = { before: sizeText(before.design), after: sizeText(after.design) }
  const width = `min(100%, ${(60 * stage.width) / stage.height}vh, ${Math.max(stage.width, MIN_WIDTH_PX)}px)`
  return (
    <figure className="grid justify-items-center gap-2">
      <div dir="ltr" className="grid gap-1.5" style={{ width }}>
        <div className="flex justify-between gap-4 text-[13px] font-medium">
          <bdi className="min-w-0 truncate">{before.label}</bdi>
          <bdi className="min-w-0 truncate text-end">{after.label}</bdi>
        </div>
        <div
          className="relative overflow-hidden rounded-lg border border-line bg-sunken select-none"
          style={{ aspectRatio: `${stage.width} / ${stage.height}` }}
        >
          <Layer picture={first} part={stage.before} clip={{}} />
          <span aria-hidden className="absolute inset-0 bg-sunken" style={{ clipPath: `inset(0 0 0 ${at}%)` }} />
          <Layer picture={second} part={stage.after} clip={{ clipPath: `inset(0 0 0 ${at}%)` }} />
          <input
            type="range"
            aria-label={t('versions.slider')}
            aria-valuetext={t('versions.slider_value', { before: before.label, after: after.label, part: at })}
            data-tooltip={t('versions.slider_help')}
            min={0}
            max={100}
            value={at}
            onChange={({ currentTarget }) => setAt(Number(currentTarget.value))}
            className="peer absolute inset-0 size-full cursor-ew-resize touch-pan-y appearance-none opacity-0 [&::-moz-range-thumb]:w-px [&::-webkit-slider-thumb]:w-px [&::-webkit-slider-thumb]:appearance-none"
          />
          <span
            aria-hidden
            className="pointer-events-none absolute inset-y-0 w-0.5 -translate-x-1/2 bg-accent peer-focus-visible:[&>span]:outline-2 peer-focus-visible:[&>span]:outline-offset-2"
            style={{ insetInlineStart: `${at}%` }}
          >
            <span className="absolute top-1/2 start-1/2 grid size-8 -translate-1/2 place-items-center rounded-full border border-line bg-raised text-ink shadow-float outline-accent">
              <ChevronsLeftRight className="size-4" />
            </span>
          </span>
        </div>
      </div>
      <PicturesAgain pictures={[first, second]} />
      {isOtherSize && <figcaption className="text-[13px] text-ink-soft">{t('versions.sizes', sizes)}</figcaption>}
    </figure>
  )
}
