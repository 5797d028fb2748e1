import { buffer } from 'node:stream/consumers'
import { AppError } from '#core/errors.ts'
import { type FromReader, toReaderSchema } from './messages.ts'
import { readTable } from './read-table.ts'

/** Reads one file for the service and hands out its rows; ends with it. */
let table: Awaited<ReturnType<typeof readTable>> | undefined

async function answer(message: unknown): Promise<FromReader> {
  const asked = toReaderSchema.parse(message)
  if ('from' in asked) return { rows: table?.rows.slice(asked.from, asked.from + asked.count) ?? [] }
  try {
    table = await readTable(await buffer(process.stdin), asked.sheet)
    return { columns: table.columns, rowCount: table.rows.length, sheets: table.sheets, errorCells: table.errorCells }
  } catch (error) {
    if (error instanceof AppError) return { refused: error.message }
    throw error
  }
}

process.on('message', (message) => void answer(message).then((reply) => process.send?.(reply)))
process.on('disconnect', () => process.exit(0))
process.send?.({ ready: true } satisfies FromReader)
