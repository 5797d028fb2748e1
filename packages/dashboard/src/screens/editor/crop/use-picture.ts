import type { Size } from '@pictable/editor'
import { readPicture } from '@pictable/renderer/read-bound'
import { localeOf } from '@pictable/renderer/template'
import { useEffect, useState } from 'react'
import { loadPicture } from '#dashboard/screens/editor/engine/files.ts'
import { asBlob } from '#dashboard/screens/editor/session/open-picture.ts'
import { useEditor } from '#dashboard/screens/editor/session/use-editor.ts'

export interface WholePicture extends Size {
  readonly url: string
}

type Loaded = WholePicture | { readonly problem: string } | null

async function open(src: string, signal: AbortSignal): Promise<WholePicture> {
  const url = URL.createObjectURL(asBlob(await loadPicture(src, { signal })))
  const image = new Image()
  image.src = url
  await image.decode()
  return { url, width: image.naturalWidth || 1, height: image.naturalHeight || 1 }
}

/** All of the picture that a layer shows now; null while it is loaded. */
export function usePicture(written: unknown): Loaded {
  const values = useEditor((state) => state.values)
  const design = useEditor(({ document }) => document.design)
  const src = readPicture(written, { values, locale: localeOf(design, values) })
  const [loaded, setLoaded] = useState<Loaded>(null)
  useEffect(() => {
    const stop = new AbortController()
    let url: string | undefined
    setLoaded(null)
    open(src, stop.signal).then(
      (picture) => {
        url = picture.url
        if (stop.signal.aborted) URL.revokeObjectURL(url)
        else setLoaded(picture)
      },
      (error: unknown) => {
        if (!stop.signal.aborted) setLoaded({ problem: error instanceof Error ? error.message : String(error) })
      },
    )
    return () => {
      stop.abort()
      if (url !== undefined) URL.revokeObjectURL(url)
    }
  }, [src])
  return loaded
}
