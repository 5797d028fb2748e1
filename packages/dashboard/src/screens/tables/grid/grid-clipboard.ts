import type { ClipboardEvent } from 'react'
import { toast } from '#dashboard/api/toast.ts'
import { t } from '#dashboard/strings/tables.ts'
import { isOwn } from '#dashboard/ui/own-event.ts'
import { parseBlock } from './clipboard.ts'
import type { GridCommands } from './grid-commands.ts'
import type { Selection } from './selection.ts'

interface ClipboardOptions {
  selection: Selection
  mayWrite: boolean
  commands: GridCommands
  onSelect: (selection: Selection) => void
}

/** Cells to and from other programs, as spreadsheets do it. */
export function gridClipboard({ selection, mayWrite, commands, onSelect }: ClipboardOptions) {
  function copy(event: ClipboardEvent): boolean {
    if (selection.at.row < 0 || !isOwn(event)) return false
    event.preventDefault()
    const text = commands.copy(selection)
    if (text !== null) {
      event.clipboardData.setData('text/plain', text)
      return true
    }
    // An event cannot wait: the rows are read for the next one.
    void commands.ready(selection).then((isReady) => isReady && toast.done(t('tables.copy_again')))
    return false
  }
  return {
    onCopy: (event: ClipboardEvent) => void copy(event),
    onCut(event: ClipboardEvent): void {
      if (copy(event) && mayWrite) void commands.clear(selection)
    },
    onPaste(event: ClipboardEvent): void {
      const text = event.clipboardData.getData('text/plain')
      if (!mayWrite || text === '' || selection.at.row < 0 || !isOwn(event)) return
      event.preventDefault()
      void commands.paste(selection, parseBlock(text), text).then(onSelect)
    },
  }
}
