import type { Executor } from './database.ts'
import { rowsOf } from './statement.ts'

/** Writes, and says so by what it throws when that cannot be done. */
export async function checkWrites(executor: Executor): Promise<void> {
  await rowsOf(
    executor,
    `insert into settings (name, value) values ('checked_at', to_jsonb($1::text))
    on conflict (name) do update set value = excluded.value`,
    [new Date().toISOString()],
  )
}
