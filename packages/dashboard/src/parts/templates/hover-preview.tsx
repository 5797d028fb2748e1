import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** A pointer that only passes opens nothing. */
const DELAY_MS = 400
const MAX_WIDTH_PX = 440
const MAX_HEIGHT_PX = 480
const GAP_PX = 12

interface HoverPreviewProps {
  name: string
  /** The picture of the tile. It is there already, and is shown until the larger one is. */
  small: string
  src: string
  /** Of the page, in pixels. */
  width: number
  height: number
  /** What is pointed at. */
  children: ReactNode
}

/** Beside its tile, where there is more room, and never outside of the window. */
function place(card: HTMLElement, tile: DOMRect): void {
  const { width, height } = card.getBoundingClientRect()
  const isRight = innerWidth - tile.right >= tile.left
  const wanted = isRight ? tile.right + GAP_PX : tile.left - GAP_PX - width
  const clamp = (at: number, most: number) => Math.max(GAP_PX, Math.min(at, most - GAP_PX))
  card.style.left = `${clamp(wanted, innerWidth - width)}px`
  card.style.top = `${clamp(tile.top + (tile.height - height) / 2, innerHeight - height)}px`
}

type CardProps = Omit<HoverPreviewProps, 'children'> & { tile: DOMRect }

/** The small picture until the large one is there, and in its place should that fail. */
function Card({ name, small, src, width, height, tile }: CardProps) {
  const card = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'loading' | 'done' | 'failed'>('loading')
  const scale = Math.min(MAX_WIDTH_PX / width, MAX_HEIGHT_PX / height)
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) }
  useLayoutEffect(() => {
    if (!card.current) return
    card.current.showPopover()
    place(card.current, tile)
  }, [tile])
  return (
    <div
      ref={card}
      popover="manual"
      className="pointer-events-none fixed inset-auto m-0 overflow-hidden rounded-lg border border-line bg-sunken shadow-float"
    >
      <div className="grid *:[grid-area:1/1]">
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
      </div>
    </div>
  )
}

/** A larger picture of a design beside its tile, while the tile is pointed at or has the focus of the keyboard. */
export function HoverPreview({ children, ...picture }: HoverPreviewProps) {
  const [tile, setTile] = useState<DOMRect | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const close = () => {
    clearTimeout(timer.current)
    setTile(null)
  }
  const openSoon = (target: Element) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setTile(target.getBoundingClientRect()), DELAY_MS)
  }
  useEffect(() => {
    if (tile === null) return
    const stop = new AbortController()
    const options = { capture: true, signal: stop.signal }
    // What is below it has moved.
    addEventListener('scroll', () => setTile(null), options)
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // The dialog around it stays, and what is typed into its search, wherever in it the focus is.
      event.stopPropagation()
      event.preventDefault()
      setTile(null)
    }
    addEventListener('keydown', onKey, options)
    return () => stop.abort()
  }, [tile])
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it shows what is there already in another size
    <div
      onPointerEnter={({ pointerType, currentTarget }) => pointerType !== 'touch' && openSoon(currentTarget)}
      onPointerLeave={close}
      onPointerDown={close}
      onFocus={({ target, currentTarget }) => target.matches(':focus-visible') && openSoon(currentTarget)}
      onBlur={close}
      onKeyDown={close}
    >
      {children}
      {tile && <Card {...picture} tile={tile} />}
    </div>
  )
}
