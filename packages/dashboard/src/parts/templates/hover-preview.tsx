import { PreviewCard } from '@base-ui/react/preview-card'
import { type ReactElement, useState } from 'react'
import { popupClass } from '#dashboard/ui/popup.ts'

/** A pointer that only passes opens nothing. */
const DELAY_MS = 400
const MAX_WIDTH_PX = 440
const MAX_HEIGHT_PX = 480

interface HoverPreviewProps {
  name: string
  /** The picture of the tile. It is there already, and is shown until the larger one is. */
  small: string
  src: string
  /** Of the page, in pixels. */
  width: number
  height: number
  /** What is pointed at. */
  children: ReactElement
}

type PicturesProps = Omit<HoverPreviewProps, 'children'>

/** The small picture until the large one is there, and in its place should that fail. */
function Pictures({ name, small, src, ...size }: PicturesProps) {
  const [state, setState] = useState<'loading' | 'done' | 'failed'>('loading')
  return (
    <span className="grid overflow-hidden rounded-md bg-sunken *:[grid-area:1/1]">
      {state !== 'done' && <img src={small} alt="" {...size} className="object-contain" />}
      {state !== 'failed' && (
        <img
          src={src}
          alt={name}
          {...size}
          onLoad={() => setState('done')}
          onError={() => setState('failed')}
          className="object-contain"
        />
      )}
    </span>
  )
}

/** A larger picture of a design beside its tile, while the tile is pointed at or has the focus of the keyboard. */
export function HoverPreview({ name, small, src, width, height, children }: HoverPreviewProps) {
  const scale = Math.min(MAX_WIDTH_PX / width, MAX_HEIGHT_PX / height)
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) }
  return (
    <PreviewCard.Root>
      <PreviewCard.Trigger render={children} delay={DELAY_MS} closeDelay={0} />
      <PreviewCard.Portal>
        <PreviewCard.Positioner side="inline-end" sideOffset={12} className="pointer-events-none z-50">
          <PreviewCard.Popup className={popupClass}>
            <Pictures name={name} small={small} src={src} {...size} />
          </PreviewCard.Popup>
        </PreviewCard.Positioner>
      </PreviewCard.Portal>
    </PreviewCard.Root>
  )
}
