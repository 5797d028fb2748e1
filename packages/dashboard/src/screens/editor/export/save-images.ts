import { createFileNames } from '@pictable/model/archive-names'
import { fileTypes } from '@pictable/model/image'
import { downloadZip } from 'client-zip'
import type { DrawnItem, ExportSettings } from './draw-images.ts'
import { saveFile } from './save-file.ts'

interface Named {
  /** Of the template: it names what has no name of its own. */
  template: string
  format: ExportSettings['format']
  signal: AbortSignal
}

/** Downloads images: one as it is, several in a ZIP file. Each is called as its record is. */
export async function saveImages(drawn: readonly DrawnItem[], { template, format, signal }: Named): Promise<void> {
  const { extension } = fileTypes[format]
  const nameOf = createFileNames([])
  const files = drawn.map(({ item, picture }) => ({
    name: nameOf(item.label, 'image', extension),
    input: picture,
  }))
  const [only] = files
  if (only && files.length === 1) {
    saveFile(only.name, only.input)
    return
  }
  const zip = await downloadZip(files).blob()
  signal.throwIfAborted()
  saveFile(createFileNames([])(template, 'images', 'zip'), zip)
}
