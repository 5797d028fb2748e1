import type { LayerId } from '@pictable/editor'
import { ArrowDown, ArrowLeft, ArrowUpRight, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { OpenTemplate } from '#dashboard/parts/templates/template.ts'
import { placeOf } from '#dashboard/screens/editor/session/state.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { toScreen } from '#dashboard/screens/editor/session/view.ts'
import { toCanvas, usePassOnFocus } from '#dashboard/screens/editor/sheet/pass-on-focus.ts'
import { t } from '#dashboard/strings/coach.ts'
import { IconButton } from '#dashboard/ui/button.tsx'
import { useHint } from './use-hint.ts'

/** In the margin above the page, as near to what it is about as it can be. */
const looks = {
  picture: { place: 'justify-center', Icon: ArrowDown, turn: '' },
  data: { place: 'justify-start', Icon: ArrowLeft, turn: 'rtl:rotate-180' },
  publish: { place: 'justify-end', Icon: ArrowUpRight, turn: 'rtl:-scale-x-100' },
} as const

/** Around the part of a picture that is on the page. */
function PictureRing({ picture }: { picture: LayerId }) {
  const session = useSession()
  const view = useEditor((state) => state.view)
  useEditor((state) => state.frame)
  const bounds = placeOf(session.state, picture)?.bounds
  if (!bounds) return null
  const { width, height } = session.state.document.design
  const from = toScreen(view, { x: Math.max(0, bounds.x), y: Math.max(0, bounds.y) })
  const to = toScreen(view, {
    x: Math.min(width, bounds.x + bounds.width),
    y: Math.min(height, bounds.y + bounds.height),
  })
  return (
    <div
      className="absolute rounded-sm border-2 border-dashed border-accent"
      style={{ left: from.x, top: from.y, width: Math.max(0, to.x - from.x), height: Math.max(0, to.y - from.y) }}
    />
  )
}

/** The focus that its button has goes to the canvas with the last hint. */
function Note({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const note = useRef<HTMLDivElement>(null)
  usePassOnFocus(note, toCanvas)
  return (
    <div
      ref={note}
      role="note"
      aria-label={t('coach.hint')}
      className="flex max-w-full items-center gap-2 rounded-lg bg-accent py-1 ps-3 pe-1 text-on-accent shadow-float"
    >
      {children}
      <span className="pointer-events-auto [&_button]:text-on-accent">
        <IconButton size="small" label={t('coach.close')} icon={<X />} onClick={onClose} />
      </span>
    </div>
  )
}

/** One hint at a time, which takes no pointer but for the button that closes it. */
export function CoachMark({ template }: { template: OpenTemplate }) {
  const { hint, picture, close } = useHint(template)
  const isBusy = useEditor(
    ({ isHolding, editing, marks }) => isHolding || editing !== null || marks.pointerLabel !== null,
  )
  useEffect(() => {
    const { dataset } = document.documentElement
    if (hint) dataset.coach = hint
    return () => {
      delete dataset.coach
    }
  }, [hint])
  const { place, Icon, turn } = looks[hint ?? 'picture']
  return (
    <div
      className={`pointer-events-none absolute inset-0 col-start-2 col-end-3 row-start-3 row-end-4 overflow-hidden transition-[opacity,visibility] ${isBusy ? 'invisible opacity-0' : ''}`}
    >
      {picture !== undefined && <PictureRing picture={picture} />}
      <p role="status" aria-label={t('coach.hint')} className="visible sr-only">
        {hint && t(`coach.${hint}`)}
      </p>
      {hint && (
        <div className={`absolute inset-x-2 top-1.5 flex ${place}`}>
          <Note onClose={close}>
            <Icon aria-hidden className={`size-4 shrink-0 ${turn}`} />
            <span aria-hidden className="min-w-0">
              {t(`coach.${hint}`)}
            </span>
          </Note>
        </div>
      )}
    </div>
  )
}
