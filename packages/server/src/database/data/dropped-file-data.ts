import type { DroppedFileData, FileName } from '#core/ports/data/dropped-files.ts'
import type { Executor } from '#database/database.ts'
import { rowOf, rowsOf } from '#database/statement.ts'

/** The process that took it has deleted it by then, or is dead. */
const deletedWithinMs = 2 * 60_000
/** For so long it stays known that bytes went: longer than from a put to what is made of it. */
const knownForMs = 60 * 60_000

/** Of a statement that has taken files from what had them: `files` selects their hash, format and time. */
export const dropping = (files: string) => `
insert into dropped_files (hash, format, dropped_at) ${files}
on conflict (hash, format) do update set dropped_at = excluded.dropped_at, taken_at = null, deleted_at = null`

const isHad = `case due.format
  when 'asset' then exists (select from assets a where a.hash = due.hash)
  when 'font' then exists (select from fonts f where f.hash = due.hash)
  else exists (select from images i where hashes_of_image(i.files, i.thumbnail) ? due.hash)
    or exists (select from images i where i.preview->>'hash' = due.hash)
end`

/** What is taken counts as dropped anew: one that cannot be deleted comes after all the others. */
const take = `
with due as (
  select hash, format from dropped_files
  where deleted_at is null and dropped_at <= $2 and (taken_at is null or taken_at <= $3)
  order by dropped_at limit $4 for update skip locked
),
forgotten as (delete from dropped_files d where d.deleted_at <= $5),
had as (
  delete from dropped_files d using due where (d.hash, d.format) = (due.hash, due.format) and ${isHad}
),
taken as (
  update dropped_files d set taken_at = $1, dropped_at = $1 from due
  where (d.hash, d.format) = (due.hash, due.format) and not ${isHad}
  returning d.hash, d.format
)
select due.hash, due.format, taken.hash is not null as is_free from due left join taken using (hash, format)`

const wanted = 'unnest($1::text[], $2::text[]) as wanted (hash, format)'
const isWanted = '(d.hash, d.format) = (wanted.hash, wanted.format)'

const settle = `update dropped_files d set deleted_at = $3 from ${wanted} where ${isWanted} and d.taken_at is not null`

/** Waits for whoever is taking one of them at this moment: what a statement sees without that is how it was before. */
const revive = `
with known as materialized (
  select d.* from dropped_files d, ${wanted} where ${isWanted} order by d.hash, d.format for update of d
),
revived as (
  delete from dropped_files d using known
  where (d.hash, d.format) = (known.hash, known.format)
    and (known.taken_at is null or known.deleted_at is not null or known.taken_at <= $3)
)
select count(taken_at) > 0 as is_lost from known`

function columnsOf(files: readonly FileName[]): [string[], string[]] {
  return [files.map(({ hash }) => hash), files.map(({ format }) => format)]
}

export function droppedFileData(executor: Executor): DroppedFileData {
  const before = (at: Date, ms: number) => new Date(at.getTime() - ms)
  return {
    async take({ at, droppedBefore, limit }) {
      const retakeBefore = before(at, deletedWithinMs)
      const rows = await rowsOf<FileName & { isFree: boolean }>(executor, take, [
        at,
        droppedBefore,
        retakeBefore,
        limit,
        before(at, knownForMs),
      ])
      const free = rows.filter(({ isFree }) => isFree).map(({ hash, format }) => ({ hash, format }))
      return rows.length === 0 ? null : free
    },
    async settle(files, at) {
      if (files.length > 0) await rowsOf(executor, settle, [...columnsOf(files), at])
    },
    async revive(files, at) {
      // Mostly there are none. What is dropped from now on is not taken before long.
      if ((await rowOf(executor, 'select hash from dropped_files limit 1', [])) === null) return true
      const row = await rowOf<{ isLost: boolean }>(executor, revive, [...columnsOf(files), before(at, deletedWithinMs)])
      return row?.isLost !== true
    },
  }
}
