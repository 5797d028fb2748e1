import { z } from 'zod'
import type { CellCheck, PlannedCell, TableRef } from '#core/ports/source.ts'
import { CellError, enteredOf } from './entered.ts'
import { columnGone, type Layout } from './layout.ts'
import { layoutOf, type Reader } from './read-block.ts'
import { writeProblem } from './write-rows.ts'

const fileSchema = z.object({ capabilities: z.object({ canEdit: z.boolean().default(false) }) })

const failed = (message: string): CellCheck => ({ result: 'failed', message })

function checkCell(layout: Layout, { fieldId, value }: PlannedCell): CellCheck {
  const column = layout.columns.find(({ name }) => name === fieldId)
  if (column === undefined) return failed(columnGone(layout, fieldId).message)
  const problem = writeProblem(layout, column)
  if (problem !== null) return failed(problem)
  try {
    enteredOf(value)
    return { result: 'passed' }
  } catch (error) {
    if (error instanceof CellError) return failed(`The field "${fieldId}" ${error.message}.`)
    throw error
  }
}

/** Whether the account may write into the spreadsheet, and these columns take the values; in three requests at most. */
export async function checkCells(reader: Reader, ref: TableRef, cells: readonly PlannedCell[]): Promise<CellCheck[]> {
  const layout = await layoutOf(reader, ref)
  const query = new URLSearchParams({ fields: 'capabilities/canEdit', supportsAllDrives: 'true' })
  const path = `/drive/v3/files/${encodeURIComponent(ref.baseId)}?${query}`
  const file = await reader.api.call({ method: 'GET', host: 'drive', path, answer: fileSchema, isRead: true })
  if (file.capabilities.canEdit) return cells.map((cell) => checkCell(layout, cell))
  const who = reader.api.account ?? 'The account'
  const refused = failed(`${who} may only read the spreadsheet. Share it with the account as an editor.`)
  return cells.map(() => refused)
}
