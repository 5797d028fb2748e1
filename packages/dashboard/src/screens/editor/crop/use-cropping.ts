import type { Command, Crop, LayerId, PropertyPath } from '@pictable/editor'
import { useEffect, useRef, useState } from 'react'
import { shownPicture } from '#dashboard/screens/editor/session/crop-actions.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { useHandler } from '#dashboard/ui/use-handler.ts'

export const UNCROPPED: Crop = { focalPoint: { x: 0.5, y: 0.5 }, zoom: 1 }

function numberAt(value: unknown, key: string, usual: number): number {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
  return typeof found === 'number' ? found : usual
}

/** As the layer has it; a picture that does not cover its box begins as if it did. */
function cropOf(session: EditorSession, id: LayerId): Crop {
  const holder = shownPicture(session.state, id)?.holder ?? {}
  if ((Reflect.get(holder, 'fit') ?? 'cover') !== 'cover') return UNCROPPED
  const focalPoint: unknown = Reflect.get(holder, 'focalPoint')
  const point = { x: numberAt(focalPoint, 'x', 0.5), y: numberAt(focalPoint, 'y', 0.5) }
  return { focalPoint: point, zoom: numberAt(holder, 'zoom', 1) }
}

/** What is usual is not written. */
function commandFor(at: { target: LayerId; path: PropertyPath }, { focalPoint, zoom }: Crop): Command {
  const isMiddle = focalPoint.x === 0.5 && focalPoint.y === 0.5
  const set = (name: string, value: unknown): Command => {
    return { type: 'set', target: at.target, path: [...at.path, name], value }
  }
  return {
    type: 'batch',
    commands: [
      set('fit', undefined),
      set('focalPoint', isMiddle ? undefined : focalPoint),
      set('zoom', zoom === 1 ? undefined : zoom),
    ],
  }
}

export interface Cropping {
  readonly crop: Crop
  change(crop: Crop): void
  apply(): void
  cancel(): void
}

/**
 * The crop under way: one step once it is applied. It ends with what it is about, such as by another selection, and when
 * nothing may be changed any more.
 */
export function useCropping(layer: LayerId): Cropping {
  const session = useSession()
  const [crop, setCrop] = useState(() => cropOf(session, layer))
  const isChanged = useRef(false)
  const mayGoOn = useEditor(
    ({ selection, readOnly }) => readOnly === null && selection.length === 1 && selection[0] === layer,
  )
  const end = useHandler((isApplied: boolean) => {
    if (isChanged.current && session.history.isInGesture) {
      if (isApplied) session.end()
      else session.cancel()
    }
    isChanged.current = false
    session.set({ isHolding: false, ...(session.state.cropped === layer && { cropped: null }) })
  })
  useEffect(() => {
    // Nothing else is drawn or saved, and keys are for the picture.
    session.set({ isHolding: true })
    return () => end(true)
  }, [session, end])
  useEffect(() => {
    if (!mayGoOn) end(true)
  }, [mayGoOn, end])
  return {
    crop,
    change(next) {
      if (!isChanged.current) session.begin()
      isChanged.current = true
      setCrop(next)
      session.update(commandFor({ target: layer, path: shownPicture(session.state, layer)?.path ?? [] }, next))
    },
    apply: () => end(true),
    cancel: () => end(false),
  }
}
