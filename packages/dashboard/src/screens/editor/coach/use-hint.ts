import { type EditorDocument, hasUnsaved, type LayerId, layersOf } from '@pictable/editor'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import type { OpenTemplate } from '#dashboard/parts/templates/template.ts'
import { useDraftState } from '#dashboard/screens/editor/drafts/use-draft.ts'
import { boundNames } from '#dashboard/screens/editor/properties/values.ts'
import { placeOf } from '#dashboard/screens/editor/session/state.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { useHandler } from '#dashboard/ui/use-handler.ts'
import { doneHints, HINTS, type Hint, noteDone } from './hints.ts'

/** What all pictures of the design show without a record. */
function picturesOf(document: EditorDocument): readonly unknown[] {
  const sources = [...layersOf(document).values()].flatMap(({ layer }) => (layer.type === 'image' ? [layer.src] : []))
  return sources.flatMap((src) => [src, ...(boundNames(src) ?? []).map((name) => document.sample[name])])
}

/** Steps leave what they do not change: only a draft from elsewhere has equal objects that are others. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  const areObjects = typeof one === 'object' && typeof other === 'object'
  return areObjects && JSON.stringify(one) === JSON.stringify(other)
}

/** Calls when the pictures are others than at first, and looks at them only as long as someone waits. */
function useOtherPictures(isWaiting: boolean, onChange: () => void): void {
  const session = useSession()
  const changed = useHandler(onChange)
  useEffect(() => {
    if (!isWaiting) return
    let { document } = session.state
    const first = picturesOf(document)
    return session.subscribe(() => {
      if (session.state.document === document) return
      document = session.state.document
      const now = picturesOf(document)
      if (now.length !== first.length || now.some((each, at) => !isSame(each, first[at]))) changed()
    })
  }, [session, isWaiting, changed])
}

/** Calls once the value is another one than at first. */
function useChange(value: unknown, onChange: () => void): void {
  const first = useRef(value)
  const changed = useHandler(onChange)
  useEffect(() => {
    if (value !== first.current) changed()
  }, [value, changed])
}

/** The picture that covers most of the page. */
function useLargestPicture(): LayerId | undefined {
  const session = useSession()
  const document = useEditor((state) => state.document)
  useEditor((state) => state.frame)
  const pictures = [...layersOf(document)].flatMap(([id, { layer }]) => {
    const bounds = layer.type === 'image' ? placeOf(session.state, id)?.bounds : undefined
    return bounds ? [{ id, area: bounds.width * bounds.height }] : []
  })
  return pictures.toSorted((one, other) => other.area - one.area)[0]?.id
}

/** The hint that is shown, the picture that it is about, and the way to close it. */
export function useHint({ preview_source: source, published_version: published }: OpenTemplate) {
  const [done, setDone] = useState(doneHints)
  const finish = (hint: Hint) => {
    if (done.includes(hint)) return
    noteDone(hint)
    setDone([...done, hint])
  }
  // What they ask for may also be done while they are not shown.
  useOtherPictures(!done.includes('picture'), () => finish('picture'))
  useChange(source === null, () => finish('data'))
  useChange(published, () => finish('publish'))
  const areActionsKnown = useQuery(api.actions.list.all()).data !== undefined
  const hasSource = useEditor(({ recordSource }) => recordSource.of !== null)
  const isSample = useEditor(({ record }) => record === null)
  const hasChanges = useDraftState((state) => state.hasChanges || hasUnsaved(state))
  const picture = useLargestPicture()
  const isTime: Readonly<Record<Hint, boolean>> = {
    picture: picture !== undefined && isSample,
    data: areActionsKnown && !hasSource,
    publish: hasSource && hasChanges,
  }
  const hint = HINTS.find((each) => !done.includes(each) && isTime[each])
  return { hint, picture: hint === 'picture' ? picture : undefined, close: () => hint && finish(hint) }
}
