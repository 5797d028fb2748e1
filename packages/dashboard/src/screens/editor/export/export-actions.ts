import { createFileNames } from '@pictable/model/archive-names'
import { formatDesign } from '@pictable/renderer/format-design'
import { errorWords, SaidError } from '#dashboard/api/error-words.ts'
import { toast } from '#dashboard/api/toast.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { t } from '#dashboard/strings/editing.ts'
import { drawImage } from './draw-images.ts'
import { saveFile } from './save-file.ts'

/** Puts the image that is shown into the clipboard, as a PNG of the size of the page. */
export async function copyImage({ state }: EditorSession): Promise<void> {
  const { document, values } = state
  try {
    if (typeof ClipboardItem === 'undefined') throw new SaidError(t('editor.no_clipboard'))
    const picture = drawImage(document.design, values, { format: 'png', scale: 1 })
    // At once: a browser lets nothing be written that was not asked for by a press.
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]).catch(async () => {
      // Why it could not be drawn says more than that nothing was written.
      await picture
      throw new SaidError(t('editor.no_clipboard'))
    })
    toast.done(t('editor.image_copied'))
  } catch (error) {
    toast.failed(errorWords(error))
  }
}

/** Downloads the design in its canonical form. */
export function saveJson({ state }: EditorSession, template: string): void {
  const json = formatDesign(state.document.design)
  saveFile(createFileNames([])(template, 'template', 'json'), new Blob([json], { type: 'application/json' }))
}
