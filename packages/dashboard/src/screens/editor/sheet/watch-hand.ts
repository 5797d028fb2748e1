import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'

/** Says when a hand is at work: a pointer is down, something is held, or a text is being composed. Returns how to stop. */
export function watchHand(session: EditorSession, say: (isAtWork: boolean) => void): () => void {
  const ends = new AbortController()
  const options = { signal: ends.signal, capture: true }
  const pointers = new Set<number>()
  let isComposing = false
  const tell = () => say(pointers.size > 0 || isComposing || session.state.isHolding)
  const lift = ({ pointerId }: PointerEvent) => {
    pointers.delete(pointerId)
    tell()
  }
  const compose = (isOn: boolean) => () => {
    isComposing = isOn
    tell()
  }
  addEventListener(
    'pointerdown',
    ({ pointerId }) => {
      pointers.add(pointerId)
      tell()
    },
    options,
  )
  addEventListener('pointerup', lift, options)
  // A native menu swallows the release.
  addEventListener(
    'pointermove',
    (event) => {
      if (event.buttons === 0 && pointers.has(event.pointerId)) lift(event)
    },
    options,
  )
  addEventListener('pointercancel', lift, options)
  addEventListener('compositionstart', compose(true), options)
  addEventListener('compositionend', compose(false), options)
  // A release outside of the window sends it no event.
  addEventListener(
    'blur',
    ({ target }) => {
      if (target !== window) return
      pointers.clear()
      isComposing = false
      tell()
    },
    options,
  )
  const unsubscribe = session.subscribe(tell)
  return () => {
    ends.abort()
    unsubscribe()
  }
}
