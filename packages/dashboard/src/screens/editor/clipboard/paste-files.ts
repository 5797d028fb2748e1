import type { Point, Size } from '@pictable/editor'
import { checkLength, checkPicture, checkPixels, unreadable } from '@pictable/renderer/picture-bounds'
import { errorWords, fieldErrors } from '#dashboard/api/error-words.ts'
import { toast } from '#dashboard/api/toast.ts'
import { bodyOfFile, uploadClient } from '#dashboard/api/upload-client.ts'
import { middleOfView } from '#dashboard/screens/editor/session/insert-actions.ts'
import { createId } from '#dashboard/screens/editor/session/open-session.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { t } from '#dashboard/strings/editing.ts'
import { hasRoomFor } from './paste-size.ts'
import { boxFor, insertOne, pasteSvg } from './place.ts'
import { svgSize } from './svg-size.ts'

/** Several files are put beside each other, by this many pixels. */
const OFFSET_PX = 20

/** A layer of each file, in their order. */
export async function pasteFiles(session: EditorSession, files: readonly File[], at: Point | null): Promise<void> {
  // Where the first one goes: a picture that is placed may move the view.
  const { x, y } = at ?? middleOfView(session.state)
  for (const [index, file] of files.entries()) await pasteFile(session, file, besides({ x, y }, index))
}

/** Where the next of several files goes. */
export const besides = ({ x, y }: Point, index: number): Point => ({
  x: x + index * OFFSET_PX,
  y: y + index * OFFSET_PX,
})

export const stemOf = ({ name }: Pick<File, 'name'>) =>
  name.replace(/\.[^.]+$/, '').slice(0, 100) || t('editor.kind_image')

const isSvg = ({ type }: Pick<File, 'type'>) => type === 'image/svg+xml'

async function pasteFile(session: EditorSession, file: File, at: Point): Promise<void> {
  if (isSvg(file)) return pasteSvgFile(session, file, at)
  const uploaded = await uploadPicture(session, file)
  if (uploaded === null) return
  const { src, size } = uploaded
  await placeUploaded(session, file, () =>
    insertOne(session, { type: 'image', name: stemOf(file), ...boxFor(session, size, at), src }),
  )
}

/** Its markup becomes a part of the design, which must have room for it by then. */
async function pasteSvgFile(session: EditorSession, file: File, at: Point): Promise<void> {
  if ((await checkedSize(file)) === null) return
  const svg = await file.text()
  await placeUploaded(session, file, () => {
    if (hasRoomFor(svg, session)) pasteSvg(session, { svg, name: stemOf(file) }, at)
  })
}

/** Whether a file can replace the picture of a layer; an SVG becomes a layer of its own. */
export const isPicture = (file: Pick<File, 'type'>): boolean => file.type.startsWith('image/') && !isSvg(file)

/** The asset of a picture file, and its size; null when it is no picture, was stopped or failed, which a message says. */
export async function uploadPicture(session: EditorSession, file: File): Promise<{ src: string; size: Size } | null> {
  const size = await checkedSize(file)
  if (size === null) return null
  const src = await upload(session, file)
  return src === null ? null : { src, size }
}

/** Puts a file that was uploaded into the design, which another tab may have taken over in between. */
export async function placeUploaded(session: EditorSession, { name }: File, place: () => void): Promise<void> {
  await untilReleased(session)
  if (session.state.readOnly !== null) toast.failed(t('editor.upload_not_placed', { name }))
  else place()
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

/** How large the picture of a file is; decoded, so that one that is damaged fails. */
async function decodedSize(file: File): Promise<Size> {
  const picture = new Image()
  picture.src = URL.createObjectURL(file)
  try {
    // Its size is known before it is decoded, which takes much memory.
    await new Promise((resolve, reject) => {
      picture.onload = resolve
      picture.onerror = () => reject(new Error('the browser cannot decode it'))
    })
    const size = { width: picture.naturalWidth, height: picture.naturalHeight }
    checkPixels(size)
    await picture.decode()
    return size
  } finally {
    URL.revokeObjectURL(picture.src)
  }
}

/** The size of a file whose picture can be drawn, or that asks for one as an SVG; why a file is none, and what to do. */
export async function checkFile(file: File): Promise<Size | { readonly problem: string }> {
  try {
    checkLength(file.size)
    if (isSvg(file)) return svgSize(await file.text())
    checkPicture(new Uint8Array(await file.arrayBuffer()))
    return await decodedSize(file)
  } catch (error) {
    // Errors of the browser have numbers, and no words for the person who chose the file.
    const isOwn = error instanceof Error && typeof Reflect.get(error, 'code') === 'string'
    const { message: reason } = isOwn ? error : unreadable(error, false)
    return { problem: t('editor.picture_rejected', { name: file.name, reason }) }
  }
}

/** The same; null when the file cannot be used, which a message says. */
async function checkedSize(file: File): Promise<Size | null> {
  const size = await checkFile(file)
  if (!('problem' in size)) return size
  toast.failed(size.problem)
  return null
}

function whyOf(error: unknown): string {
  const [detail] = fieldErrors(error).values()
  return [errorWords(error), detail].filter((part) => part !== undefined).join(' ')
}

/** The name of the asset that has the file, which is a new one unless it was there; null when it was stopped or failed. */
export async function upload(session: EditorSession, file: File): Promise<string | null> {
  const stop = new AbortController()
  const id = createId()
  const show = (part: number) =>
    session.set({ uploads: session.state.uploads.map((each) => (each.id === id ? { ...each, part } : each)) })
  session.set({ uploads: [...session.state.uploads, { id, name: file.name, part: 0, stop: () => stop.abort() }] })
  try {
    const body = await bodyOfFile(file)
    const query = { filename: file.name || 'picture.png', reuse: 'true' } as const
    const { src } = await uploadClient(show).assets.upload({ query, ...body, signal: stop.signal })
    return src
  } catch (error) {
    if (!stop.signal.aborted) toast.failed(t('editor.upload_failed', { name: file.name, reason: whyOf(error) }))
    return null
  } finally {
    session.set({ uploads: session.state.uploads.filter((each) => each.id !== id) })
  }
}
