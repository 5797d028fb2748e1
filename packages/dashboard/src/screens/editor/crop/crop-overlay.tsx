import { type Crop, type LayerId, layerAt, moveCrop, type Point, zoomCrop } from '@pictable/editor'
import { ExpressionError } from '@pictable/renderer/expressions'
import { readPicture } from '@pictable/renderer/read-bound'
import { localeOf } from '@pictable/renderer/template'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { PlacedLayer } from '#dashboard/screens/editor/engine/engine.ts'
import { shownPicture } from '#dashboard/screens/editor/session/crop-actions.ts'
import { usePicture, type WholePicture } from '#dashboard/screens/editor/session/open-picture.ts'
import { type EditorState, placeOf } from '#dashboard/screens/editor/session/state.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { type CropView, cornersIn, cropView, share } from './crop-view.ts'
import { pressedAt, useCropDrag } from './use-crop-drag.ts'
import { type Cropping, UNCROPPED, useCropping } from './use-cropping.ts'

const cornerWords = [t('crop.corner_0'), t('crop.corner_1'), t('crop.corner_2'), t('crop.corner_3')]

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

const ZOOM_STEP = 1.1

const focusCanvas = () => document.querySelector<HTMLElement>('[role="application"]')?.focus({ preventScroll: true })

/** By hundredths of the picture. */
function movedFocal({ focalPoint, zoom }: Crop, { x, y }: Point): Crop {
  return { zoom, focalPoint: { x: share(focalPoint.x + x / 100), y: share(focalPoint.y + y / 100) } }
}

/** What a key does to the crop; undefined for other keys. */
function keyed(event: KeyboardEvent, { picture, box }: CropView, crop: Crop): Crop | undefined {
  const context = { picture, box, crop }
  if (event.key === '+' || event.key === '=') return zoomCrop(context, ZOOM_STEP)
  if (event.key === '-') return zoomCrop(context, 1 / ZOOM_STEP)
  const arrow = arrows[event.key]
  if (!arrow) return undefined
  const length = event.shiftKey ? 10 : 1
  const by = { x: arrow.x * length, y: arrow.y * length }
  return pressedAt(event.target) === 'focal' ? movedFocal(crop, by) : moveCrop(context, by)
}

const pathOf = (points: readonly Point[]) => points.map(({ x, y }) => `${x},${y}`).join(' ')

/** The whole picture behind its box. */
function WholeBehind({ view }: { view: CropView }) {
  const { picture, whole, matrix, box } = view
  return (
    <svg aria-hidden="true" className="pointer-events-none absolute inset-0 size-full overflow-hidden">
      <image href={picture.url} {...whole} preserveAspectRatio="none" transform={matrix} opacity={0.45} />
      <polygon
        points={pathOf(cornersIn(view, whole))}
        className="fill-none stroke-accent [stroke-dasharray:4_3] forced-colors:stroke-[Highlight]"
      />
      <polygon
        points={pathOf(cornersIn(view, { x: 0, y: 0, ...box }))}
        className="fill-none stroke-accent stroke-2 forced-colors:stroke-[Highlight]"
      />
    </svg>
  )
}

/** What scales the picture, and its focal point. */
function Dots({ view, focal }: { view: CropView; focal: Point }) {
  const { whole } = view
  const dot = view.at({ x: whole.x + focal.x * whole.width, y: whole.y + focal.y * whole.height })
  const place = ({ x, y }: Point) => ({ transform: `translate(${x - 8}px, ${y - 8}px)` })
  return (
    <>
      {cornersIn(view, whole).map((corner, at) => (
        <button
          key={cornerWords[at]}
          type="button"
          data-crop={at}
          aria-label={cornerWords[at]}
          style={place(corner)}
          className="absolute start-0 top-0 size-4 rounded-sm border-2 border-accent bg-white"
        />
      ))}
      <button
        type="button"
        data-crop="focal"
        aria-label={t('crop.focal_point')}
        style={place(dot)}
        className="absolute start-0 top-0 size-4 cursor-grab rounded-full border-2 border-white bg-accent shadow-float"
      />
    </>
  )
}

/** The crop for those who look for buttons. */
function Bar({ cropping }: { cropping: Cropping }) {
  const done = (how: () => void) => () => {
    how()
    focusCanvas()
  }
  return (
    <div
      data-crop="bar"
      className="absolute start-1/2 bottom-4 flex -translate-x-1/2 gap-2 rounded-lg border border-line bg-raised p-2 shadow-float"
    >
      <Button size="small" onClick={() => cropping.change(UNCROPPED)}>
        {t('crop.reset')}
      </Button>
      <Button size="small" onClick={done(cropping.cancel)}>
        {t('crop.cancel')}
      </Button>
      <Button size="small" look="primary" onClick={done(cropping.apply)}>
        {t('crop.apply')}
      </Button>
    </div>
  )
}

interface StageProps {
  readonly layer: LayerId
  readonly place: PlacedLayer
  readonly picture: WholePicture
  readonly cropping: Cropping
}

function CropStage({ layer, place, picture, cropping }: StageProps) {
  const name = useEditor(({ document }) => layerAt(document, layer)?.name ?? '')
  const root = useRef<HTMLDivElement>(null)
  const shown = useEditor((state) => state.view)
  const view = cropView({ place, view: shown, picture, cropping })
  const focal = useCropDrag(root, view, cropping)
  const onKeyDown = (event: KeyboardEvent) => {
    const isBar = pressedAt(event.target) === null
    const isEnd = event.key === 'Escape' || (event.key === 'Enter' && !isBar)
    const next = isBar ? undefined : keyed(event, view, cropping.crop)
    if (!isEnd && !next) return
    event.preventDefault()
    event.stopPropagation()
    if (next) cropping.change(next)
    if (!isEnd) return
    if (event.key === 'Enter') cropping.apply()
    else cropping.cancel()
    focusCanvas()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a part of the canvas, not of a form
    <div
      ref={root}
      role="group"
      aria-label={t('crop.title', { name })}
      aria-description={t('crop.help')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is worked by keyboard
      tabIndex={0}
      onKeyDown={onKeyDown}
      className="absolute inset-0 z-10 cursor-move overflow-hidden outline-none"
    >
      <WholeBehind view={view} />
      <Dots view={view} focal={focal ?? cropping.crop.focalPoint} />
      <Bar cropping={cropping} />
    </div>
  )
}

/** Which picture a layer shows now; '' for none. */
function sourceOf(state: EditorState, id: LayerId): string {
  const { document, values } = state
  const picture = shownPicture(state, id)
  if (!picture) return ''
  try {
    return readPicture(Reflect.get(picture.holder, 'src'), { values, locale: localeOf(document.design, values) })
  } catch (error) {
    if (error instanceof ExpressionError) return ''
    throw error
  }
}

function Cropped({ layer }: { layer: LayerId }) {
  const session = useSession()
  useEditor((state) => state.frame)
  const cropping = useCropping(layer)
  const picture = usePicture(useEditor((state) => sourceOf(state, layer)))
  const place = placeOf(session.state, layer)
  const isReady = picture !== null && !('problem' in picture) && place !== undefined
  const { cancel } = cropping
  useEffect(() => {
    if (isReady) return
    const onKey = (event: globalThis.KeyboardEvent) => event.key === 'Escape' && cancel()
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [isReady, cancel])
  if (isReady) return <CropStage layer={layer} place={place} picture={picture} cropping={cropping} />
  const problem = picture !== null && 'problem' in picture ? picture.problem : null
  return (
    <p
      role="status"
      className="absolute start-1/2 bottom-4 z-10 -translate-x-1/2 rounded-lg border border-line bg-raised px-3 py-2 shadow-float"
    >
      {problem === null ? t('pictures.loading') : t('crop.failed', { reason: problem })}
    </p>
  )
}

/** Chooses the part of a picture that is seen. */
export function CropOverlay() {
  const cropped = useEditor((state) => state.cropped)
  return cropped === null ? null : <Cropped key={cropped} layer={cropped} />
}
