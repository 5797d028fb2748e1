import type { Executor } from './database.ts'
import { rowOf, rowsOf } from './statement.ts'

/** One statement for all rows would exceed the time limit of a statement. */
const MAX_BATCH_ROWS = 5000

/**
 * Repeats a statement for the next `$2` rows behind the key `$1`; `parameters` begin at `$3`. It returns the last of their keys
 * as `last_key`, null at the end, and may return the `count` of rows changed, which ends it from `most` on.
 * @returns the sum of the counts
 */
export async function executeInBatches(
  executor: Executor,
  text: string,
  {
    parameters,
    after: first = '',
    most = Number.POSITIVE_INFINITY,
    signal,
  }: { parameters: readonly unknown[]; after?: string | number; most?: number; signal?: AbortSignal | undefined },
): Promise<number> {
  type Row = { lastKey: string | number | null; count?: number }
  let count = 0
  for (let after: string | number | null = first; after !== null && count < most; ) {
    signal?.throwIfAborted()
    const row: Row | null = await rowOf<Row>(executor, text, [after, MAX_BATCH_ROWS, ...parameters])
    count += row?.count ?? 0
    after = row?.lastKey ?? null
  }
  return count
}

/** For the rows of one owner (`$3`), whose keys are unique among them. */
export const deleteOwned = ({ table, owner, key }: { table: string; owner: string; key: string }) => `
with batch as materialized (
  select ${key} as key from ${table} where ${owner} = $3 and ${key} > $1 order by ${key} limit $2
), gone as (
  delete from ${table} where ${owner} = $3 and ${key} = any(array(select key from batch))
)
select max(key) as last_key from batch`

/** Owners of rows, found one after the other in the index, that match: a crash came before their rows were deleted. */
export const goneOwners = ({ table, owner }: { table: string; owner: string }, condition: string) => `
with recursive owners (id) as (
  (select ${owner} from ${table} order by ${owner} limit 1)
  union all
  select (select r.${owner} from ${table} r where r.${owner} > o.id order by r.${owner} limit 1)
  from owners o where o.id is not null
)
select o.id from owners o where o.id is not null and ${condition}`

/** For a table without a key to go by: finds what is left from the start, so it runs outside of transactions. */
export const deleteMatching = (table: string, condition: string) => `
with batch as materialized (
  select ctid as place from ${table} where ${condition} limit $2
), gone as (
  delete from ${table} where ctid = any(array(select place from batch)) and ${condition}
)
select case when count(*) = $2 then $1::text end as last_key from batch`

/** Deletes the rows that tables hold for records of an action; those of a deleted action go after it, as they may be many. */
export function recordsOfActions(executor: Executor, tables: readonly string[]) {
  const statements = tables.map((table) => {
    const ofAction = { table, owner: 'action_id', key: 'record_id' }
    return {
      deleteOf: deleteOwned(ofAction),
      goneActions: goneOwners(ofAction, 'not exists (select 1 from actions a where a.id = o.id)'),
    }
  })
  return {
    async deleteOf(actionId: string): Promise<void> {
      for (const { deleteOf } of statements) await executeInBatches(executor, deleteOf, { parameters: [actionId] })
    },
    async deleteOfGoneActions(): Promise<void> {
      for (const { goneActions, deleteOf } of statements)
        for (const { id } of await rowsOf<{ id: string }>(executor, goneActions, []))
          await executeInBatches(executor, deleteOf, { parameters: [id] })
    },
  }
}
