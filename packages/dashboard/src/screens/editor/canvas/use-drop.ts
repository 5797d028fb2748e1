import { type RefObject, useLayoutEffect } from 'react'
import { pasteGiven } from '#dashboard/screens/editor/clipboard/paste-actions.ts'
import { isPicture } from '#dashboard/screens/editor/clipboard/paste-files.ts'
import { dropAt, dropPictureFile, showDrop } from '#dashboard/screens/editor/pictures/drop-asset.ts'
import { pointerAt } from '#dashboard/screens/editor/session/pointer.ts'
import { NO_MARKS } from '#dashboard/screens/editor/session/state.ts'
import { useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { givenBy } from './use-clipboard.ts'

/** Whether what is dragged is one picture, which may replace another. Its name is told once it is dropped. */
function isOnePicture({ items }: DataTransfer): boolean {
  const [only, ...others] = [...items].filter(({ kind }) => kind === 'file')
  return only !== undefined && others.length === 0 && isPicture(only)
}

/** What is dropped on the canvas: one picture replaces the one below it, anything else becomes layers. */
export function useDrop(element: RefObject<HTMLElement | null>): void {
  const session = useSession()
  useLayoutEffect(() => {
    const target = element.current
    if (!target) return
    const stop = new AbortController()
    const options = { signal: stop.signal }
    const picture = { name: t('assets.dragged'), property: 'src' } as const
    const read = (event: DragEvent) => {
      const { left, top } = target.getBoundingClientRect()
      return pointerAt(session, { x: event.clientX - left, y: event.clientY - top }, event)
    }
    const clear = () => session.set({ marks: NO_MARKS })
    const onOver = (event: DragEvent) => {
      if (!event.dataTransfer || session.state.readOnly !== null) return
      event.preventDefault()
      if (isOnePicture(event.dataTransfer)) showDrop(session, read(event), picture)
    }
    const onDrop = (event: DragEvent) => {
      const data = event.dataTransfer
      if (!data || session.state.readOnly !== null) return
      event.preventDefault()
      clear()
      target.focus({ preventScroll: true })
      const given = givenBy(data)
      const [file] = given.files
      const pointer = read(event)
      const drop = dropAt(session, pointer, picture)
      if (!file || !isOnePicture(data) || drop.target === undefined) pasteGiven(session, given, pointer.page)
      else void dropPictureFile(session, file, drop)
    }
    // Beside the canvas, the browser would leave the page to show the file.
    const keepPage = (event: DragEvent) => {
      if (!event.defaultPrevented && event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    target.addEventListener('dragover', onOver, options)
    target.addEventListener('dragleave', clear, options)
    target.addEventListener('drop', onDrop, options)
    addEventListener('dragover', keepPage, options)
    addEventListener('drop', keepPage, options)
    return () => stop.abort()
  }, [element, session])
}
