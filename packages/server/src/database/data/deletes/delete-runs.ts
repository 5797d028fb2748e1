import type { Executor } from '#database/database.ts'
import { rowsOf } from '#database/statement.ts'

export interface GoneRun {
  id: string
  /** How many records it has at most: their places lie below. */
  total: number
}

interface Piece {
  ids: string[]
  fromN: number
  toN: number
}

const recordsAtOnce = 10_000
const runsAtOnce = 500

/** Large runs by their records, small ones together. */
export function* piecesOf(runs: readonly GoneRun[]): Generator<Piece> {
  let ids: string[] = []
  let records = 0
  const rest = (): Piece => ({ ids, fromN: 0, toN: recordsAtOnce })
  for (const { id, total } of runs) {
    if (total > recordsAtOnce) {
      for (let fromN = 0; fromN < total; fromN += recordsAtOnce) yield { ids: [id], fromN, toN: fromN + recordsAtOnce }
      continue
    }
    if (records + total > recordsAtOnce || ids.length === runsAtOnce) {
      yield rest()
      ids = []
      records = 0
    }
    ids.push(id)
    records += total
  }
  if (ids.length > 0) yield rest()
}

/** Deletes runs with what became of their records: piece by piece, as one statement for all would not end in the time it has. */
export async function deleteRuns(executor: Executor, runs: readonly GoneRun[]): Promise<void> {
  const ofPiece = 'delete from run_records where run_id = any($1::text[]) and n >= $2 and n < $3'
  for (const { ids, fromN, toN } of piecesOf(runs)) await rowsOf(executor, ofPiece, [ids, fromN, toN])
  await rowsOf(executor, 'delete from runs where id = any($1::text[])', [runs.map(({ id }) => id)])
}
