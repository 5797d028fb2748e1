import type { Point } from '@pictable/editor'
import { errorWords, fieldErrors } from '#dashboard/api/error-words.ts'
import { toast } from '#dashboard/api/toast.ts'
import { bodyOfFile, uploadClient } from '#dashboard/api/upload-client.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import type { Upload } from '#dashboard/screens/editor/session/state.ts'
import { t } from '#dashboard/strings/editing.ts'
import { boxFor, insertOne, middleOfView, pasteSvg } from './place.ts'

/** Several files are put beside each other, by this many pixels. */
const OFFSET_PX = 20

/** A layer of each file, in their order. */
export async function pasteFiles(session: EditorSession, files: readonly File[], at: Point | null): Promise<void> {
  // Where the first one goes: a picture that is placed may move the view.
  const { x, y } = at ?? middleOfView(session.state)
  for (const [index, file] of files.entries()) {
    const by = index * OFFSET_PX
    await pasteFile(session, file, { x: x + by, y: y + by })
  }
}

export const stemOf = ({ name }: File) => name.replace(/\.[^.]+$/, '').slice(0, 100) || t('editor.kind_image')

async function pasteFile(session: EditorSession, file: File, at: Point): Promise<void> {
  if (file.type === 'image/svg+xml') {
    const svg = await file.text()
    await untilReleased(session)
    pasteSvg(session, { svg, name: stemOf(file) }, at)
    return
  }
  const size = file.type.startsWith('image/') ? await sizeOf(file) : null
  if (!size) {
    toast.failed(t('editor.paste_no_picture', { name: file.name }))
    return
  }
  const src = await upload(session, file)
  if (src === null) return
  await untilReleased(session)
  if (session.state.readOnly !== null) toast.failed(t('editor.upload_not_placed', { name: file.name }))
  else insertOne(session, { type: 'image', name: stemOf(file), ...boxFor(session, size, at), src })
}

/** A step in between would end what the pointer does. */
function untilReleased(session: EditorSession): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (session.state.isHolding) return
      unsubscribe()
      resolve()
    }
    const unsubscribe = session.subscribe(look)
    look()
  })
}

/** Null when the browser cannot decode it. */
export async function sizeOf(file: Blob): Promise<{ width: number; height: number } | null> {
  try {
    const picture = await createImageBitmap(file)
    const { width, height } = picture
    picture.close()
    return { width, height }
  } catch {
    return null
  }
}

function whyOf(error: unknown): string {
  const [detail] = fieldErrors(error).values()
  return [errorWords(error), detail].filter((part) => part !== undefined).join(' ')
}

/** The name of the new asset; null when it was stopped or failed. */
export async function upload(session: EditorSession, file: File): Promise<string | null> {
  const stop = new AbortController()
  let own: Upload = { name: file.name, part: 0, stop: () => stop.abort() }
  const others = () => session.state.uploads.filter((each) => each !== own)
  const show = (part: number) => {
    const kept = others()
    own = { ...own, part }
    session.set({ uploads: [...kept, own] })
  }
  show(0)
  try {
    const body = await bodyOfFile(file)
    const query = { filename: file.name || 'picture.png' }
    const { src } = await uploadClient(show).assets.upload({ query, ...body, signal: stop.signal })
    return src
  } catch (error) {
    if (!stop.signal.aborted) toast.failed(t('editor.upload_failed', { name: file.name, reason: whyOf(error) }))
    return null
  } finally {
    session.set({ uploads: others() })
  }
}
