import { useEffect, useRef, useState } from 'react'
import { errorWords } from '#dashboard/api/error-words.ts'
import { toast } from '#dashboard/api/toast.ts'
import { useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/exporting.ts'
import { drawImages, type ExportItem, type ExportSettings, type FailedItem } from './draw-images.ts'
import { missingPictures } from './missing-pictures.ts'
import { saveImages } from './save-images.ts'

interface ExportState {
  /** null: none is under way. */
  progress: { done: number; count: number } | null
  failed: readonly FailedItem[]
  /** Rendered without a picture, or with its fallback. */
  lacking: readonly FailedItem[]
  /** Why nothing could be downloaded at all. */
  error: string | null
}

const IDLE: ExportState = { progress: null, failed: [], lacking: [], error: null }

/** Renders images and downloads them; those that fail are named, and the others are kept. */
export function useExport(template: string) {
  const session = useSession()
  const [state, setState] = useState(IDLE)
  const running = useRef<AbortController>(undefined)
  const cancel = () => running.current?.abort()
  // Whatever closes the dialog ends it.
  useEffect(() => () => running.current?.abort(), [])
  const start = async (items: readonly ExportItem[], settings: ExportSettings) => {
    running.current = new AbortController()
    const { signal } = running.current
    const count = items.length
    const say = (done: number) => !signal.aborted && setState({ ...IDLE, progress: { done, count } })
    say(0)
    try {
      const { design } = session.state.document
      const { drawn, failed } = await drawImages(design, items, { settings, signal, onDone: say })
      signal.throwIfAborted()
      if (drawn.length > 0) await saveImages(drawn, { template, format: settings.format, signal })
      setState({ ...IDLE, failed })
      const rendered = drawn.map(({ item }) => item)
      const { engine } = session.state
      if (engine)
        void missingPictures(engine, design, rendered).then(
          (lacking) => running.current?.signal === signal && !signal.aborted && setState({ ...IDLE, failed, lacking }),
        )
      if (drawn.length > 0) toast.done(t('export.done', { count: drawn.length }))
    } catch (error) {
      setState(signal.aborted ? IDLE : { ...IDLE, error: errorWords(error) })
    }
  }
  return { ...state, start, cancel }
}
