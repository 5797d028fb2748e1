import { isFilled } from '@pictable/editor'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { chequered } from '#dashboard/screens/editor/colors/chequered.ts'
import { partKeys } from '#dashboard/screens/editor/commands/part-keys.ts'
import {
  addStop,
  gradientCss,
  moveStop,
  placesOf,
  removeStop,
  type Stops,
  shownColor,
} from '#dashboard/screens/editor/gradients/gradient.ts'
import { holdDrag } from '#dashboard/screens/editor/session/held-drag.ts'
import { useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { isPressed } from '#dashboard/ui/fields/keys.ts'
import type { Edit } from './edit.ts'
import { filledBy } from './value-words.ts'

interface StopsBarProps {
  readonly stops: Stops
  readonly chosen: number
  readonly onChoose: (at: number) => void
  /** Of the list of stops. */
  readonly edit: Edit
}

/** A part of a stop, or what fills it. */
const wordsOf = (part: unknown, words: (value: unknown) => string) =>
  isFilled(part) ? t('inspector.stop_from', { name: filledBy(part) }) : words(part)

const percentOf = (place = 0) => Math.round(place * 100)

/** So far from the bar a stop is taken away. */
const OFF_PX = 28

/** The stops of a gradient in a bar: dragged, added by a click, and taken away by dragging them off. */
export function StopsBar({ stops, chosen, onChoose, edit }: StopsBarProps) {
  const session = useSession()
  const bar = useRef<HTMLFieldSetElement>(null)
  const places = placesOf(stops)

  const placeOf = ({ clientX }: { clientX: number }) => {
    const { left = 0, width = 1 } = bar.current?.getBoundingClientRect() ?? {}
    return Math.min(1, Math.max(0, (clientX - left) / width))
  }
  const isOff = ({ clientY }: { clientY: number }) => {
    const { top = 0, bottom = 0 } = bar.current?.getBoundingClientRect() ?? {}
    return clientY < top - OFF_PX || clientY > bottom + OFF_PX
  }

  /** From a press on a stop, which may have been added by it, until its release. */
  function drag(press: PointerEvent<HTMLElement>, from: Stops, at: number): void {
    onChoose(at)
    if (from !== stops) edit.live(() => from)
    holdDrag(session, press, {
      onMove(event) {
        const moved = isOff(event) ? removeStop(from, at) : moveStop(from, at, placeOf(event))
        edit.live(() => moved)
      },
      onDone(event) {
        if (isOff(event)) onChoose(0)
        edit.done()
      },
      onUndo: () => edit.undo(),
    })
  }

  function onPress(event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0) return
    const stop = event.target instanceof Element ? event.target.closest('[data-stop]') : null
    const at = Number(stop?.getAttribute('data-stop') ?? -1)
    if (at >= 0) {
      drag(event, stops, at)
      return
    }
    const added = addStop(stops, placeOf(event))
    drag(event, added.stops, added.at)
  }

  function onKeyDown(event: KeyboardEvent, at: number): void {
    const place = places[at] ?? 0
    const by = { ArrowLeft: -0.01, ArrowRight: 0.01, ArrowDown: -0.01, ArrowUp: 0.01 }[event.key]
    if (by !== undefined) edit.set(() => moveStop(stops, at, place + by * (event.shiftKey ? 10 : 1)), 'merge')
    else if (partKeys.gradient.remove.keys.some((keys) => isPressed(event.nativeEvent, keys)))
      edit.set(() => removeStop(stops, at))
    else return
    onChoose(event.key.startsWith('Arrow') ? at : 0)
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <fieldset
      ref={bar}
      aria-label={t('inspector.stops')}
      // As the gradient itself: from the left to the right.
      dir="ltr"
      data-tooltip={t('inspector.stop_help')}
      onPointerDown={onPress}
      className={`relative h-6 touch-none rounded-md ${chequered}`}
    >
      <span
        aria-hidden
        className="absolute inset-0 rounded-[inherit] border border-line-strong/60"
        style={{ background: gradientCss(stops) }}
      />
      {stops.map(({ color, offset }, at) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: a stop is its place in the list
          key={at}
          type="button"
          role="slider"
          data-stop={at}
          aria-label={t('inspector.stop', { at: at + 1 })}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percentOf(places[at])}
          aria-valuetext={`${wordsOf(color, String)}, ${wordsOf(offset, (place) => `${percentOf(Number(place))} %`)}`}
          // One that a record places is not dragged.
          data-tooltip={typeof offset === 'number' ? undefined : t('inspector.stop_fixed', { name: filledBy(offset) })}
          aria-readonly={typeof offset !== 'number'}
          onKeyDown={(event) => onKeyDown(event, at)}
          onFocus={() => onChoose(at)}
          style={{ left: `${(places[at] ?? 0) * 100}%`, background: shownColor(color) }}
          className={`absolute top-1/2 size-4 -translate-x-1/2 -translate-y-1/2 cursor-ew-resize rounded-full border-2 border-white shadow-[0_0_0_1px_rgb(0_0_0/0.5)] ${at === chosen ? 'ring-2 ring-accent ring-offset-1' : ''}`}
        />
      ))}
    </fieldset>
  )
}
