import type { Size } from '@pictable/editor'
import { isDataUrl } from '@pictable/renderer/template'
import { useEffect, useState } from 'react'
import { loadPicture } from '#dashboard/screens/editor/engine/files.ts'

/** All of a picture, as the browser shows it. */
export interface WholePicture extends Size {
  /** Of the page, as long as the picture is used. */
  readonly url: string
}

/** Bytes of a picture for the browser, which finds out by itself what they are; of an SVG it has to be told. */
function asBlob(bytes: Uint8Array): Blob {
  const start = new TextDecoder().decode(bytes.subarray(0, 200)).trimStart()
  const copy = new Uint8Array(bytes)
  return start.startsWith('<') ? new Blob([copy], { type: 'image/svg+xml' }) : new Blob([copy])
}

/** Valid until the signal aborts. */
async function urlOf(src: string, signal: AbortSignal): Promise<string> {
  // It is there already.
  if (isDataUrl(src)) return src
  const bytes = await loadPicture(src, { signal })
  signal.throwIfAborted()
  const url = URL.createObjectURL(asBlob(bytes))
  signal.addEventListener('abort', () => URL.revokeObjectURL(url))
  return url
}

async function open(src: string, signal: AbortSignal): Promise<WholePicture> {
  const url = await urlOf(src, signal)
  const image = new Image()
  image.src = url
  await image.decode()
  return { url, width: image.naturalWidth || 1, height: image.naturalHeight || 1 }
}

/** A picture of an asset or URL, or why it cannot be shown; null while it is loaded. */
export function usePicture(src: string): WholePicture | { readonly problem: string } | null {
  const [loaded, setLoaded] = useState<ReturnType<typeof usePicture>>(null)
  useEffect(() => {
    const stop = new AbortController()
    setLoaded(null)
    open(src, stop.signal).then(
      (picture) => stop.signal.aborted || setLoaded(picture),
      (error: unknown) => {
        if (!stop.signal.aborted) setLoaded({ problem: error instanceof Error ? error.message : String(error) })
      },
    )
    return () => stop.abort()
  }, [src])
  return loaded
}
