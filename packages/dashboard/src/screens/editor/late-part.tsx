import { loadPictureDecoder } from '@pictable/renderer/browser'
import { loadExpressions } from '@pictable/renderer/template'
import { type ReactNode, Suspense, use } from 'react'
import { fetched } from '#dashboard/api/lazily.ts'
import { toast } from '#dashboard/api/toast.ts'
import { useEditor } from './session/use-editor.ts'

type Parts = typeof import('./late.ts')

async function load(): Promise<Parts | null> {
  // While the tab is open, an upgrade of the server may take it away.
  fetched(loadPictureDecoder).catch(() => {})
  try {
    // From here on anything may be typed or pasted.
    const [parts] = await Promise.all([fetched(() => import('./late.ts')), fetched(loadExpressions)])
    return parts
  } catch {
    toast.partMissing()
    return null
  }
}

let loading: Promise<Parts | null> | undefined

/** Fetched once: what is shown later, such as a menu, is there immediately. */
function Loaded({ children }: { children: (parts: Parts) => ReactNode }) {
  loading ??= load()
  const parts = use(loading)
  return parts && children(parts)
}

interface LatePartProps {
  /** What keeps its room until it is there. */
  room?: ReactNode
  children: (parts: Parts) => ReactNode
}

/** A part of the screen that comes after the page, once that is seen or cannot be drawn. */
export function LatePart({ room = null, children }: LatePartProps) {
  const isTime = useEditor(({ isShown, drawError }) => isShown || drawError !== null)
  return isTime ? (
    <Suspense fallback={room}>
      <Loaded>{children}</Loaded>
    </Suspense>
  ) : (
    room
  )
}
