import type { BatchItemState } from '@pictable/model/batch'
import { z } from 'zod'
import type { Batch, BatchCounts, BatchItem, ItemRequest, ListedBatch } from '#core/batch/batch.ts'
import { firstIdAt } from '#core/ids.ts'
import type { BatchData } from '#core/ports/data/batches.ts'
import { jsonb, mapperOf, plain } from '#database/columns.ts'
import type { Executor } from '#database/database.ts'
import { type ListedTable, listPage } from '#database/list-page.ts'
import { json, jsonOrNull } from '#database/parameters.ts'
import { rowOf, rowsOf } from '#database/statement.ts'

const { fromRow } = mapperOf<BatchItem>({ n: plain, state: plain, reason: jsonb(), finishedAt: plain })

const items: ListedTable<BatchItem, { n: number }> = {
  name: '(select ctid, batch_id, n, state, reason, finished_at from image_batch_items) items',
  fromRow,
  key: { column: 'n', schema: z.int(), order: 'asc' },
}

const batches: ListedTable<Batch, { id: string }> = {
  name: 'image_batches',
  ...mapperOf<Batch>({ id: plain, total: plain, webhookIds: jsonb(), createdAt: plain }),
}

const countEnded = (state: BatchItemState) =>
  `(select count(*)::int from image_batch_items i where i.batch_id = b.id and i.state = '${state}') as ${state}`

/** By their indexes: those that were rendered, which are nearly all, are the rest. */
const counts = `
select b.id, ${(['pending', 'failed', 'cancelled'] as const).map(countEnded).join(', ')}
from unnest($1::text[]) as b (id)`

type Counts = Omit<ListedBatch, keyof Batch | 'rendered'>

const countOf = (state: BatchItemState) => `count(*) filter (where i.state = '${state}')::int as ${state}`

const get = `
select b.id, b.total, b.webhook_ids, b.created_at, ${(['pending', 'rendered', 'failed', 'cancelled'] as const).map(countOf).join(', ')},
  case when count(*) filter (where i.state = 'pending') = 0 then max(i.finished_at) end as finished_at
from image_batches b join image_batch_items i on i.batch_id = b.id where b.id = $1 group by b.id`

const insertItems = `
insert into image_batch_items (batch_id, n, state, request, request_length)
select $1, n, 'pending', request, length(request) from unnest($2::int[], $3::text[]) as news (n, request)`

/** Of the requests that one statement reads. The first one is read however long it is. */
const MAX_CHARACTERS = 300_000

const pending = `
select n, request from (
  select n, request, sum(request_length) over (order by n) - request_length as characters_before
  from image_batch_items where batch_id = $1 and n >= $2 and n < $3 and state = 'pending'
) items where characters_before < ${MAX_CHARACTERS} order by n`

const finish = `
update image_batch_items i set state = o.state, reason = o.reason, request = null, finished_at = $5
from unnest($2::int[], $3::text[], $4::jsonb[]) as o (n, state, reason)
where i.batch_id = $1 and i.n = o.n and i.state = 'pending' returning i.n`

const cancel = `
update image_batch_items set state = 'cancelled', request = null, finished_at = $2
where batch_id = $1 and state = 'pending' returning n`

const lock = 'select from image_batches where id = $1 for no key update'

const isEnded = `
select not exists (select from image_batch_items where batch_id = $1 and state = 'pending') as is_ended`

/** Of one statement: a batch has up to a thousand items. */
const MAX_DELETED = 10

const deleteEnded = `
delete from image_batches where id = any(array(
  select id from image_batches b where id < $1
    and not exists (select from image_batch_items i where i.batch_id = b.id and i.state = 'pending')
  order by id limit ${MAX_DELETED}
)) returning id`

export function batchData(executor: Executor): BatchData {
  return {
    async insert({ id, total, webhookIds, createdAt }) {
      const text = 'insert into image_batches (id, total, webhook_ids, created_at) values ($1, $2, $3, $4)'
      await rowsOf(executor, text, [id, total, json(webhookIds), createdAt])
    },
    async insertItems(batchId, news) {
      const requests = news.map(({ request }) => JSON.stringify(request))
      await rowsOf(executor, insertItems, [batchId, news.map(({ n }) => n), requests])
    },
    get: (id) => rowOf<Batch & BatchCounts>(executor, get, [id]),
    async list(options) {
      const { results, next } = await listPage(executor, batches, options)
      const rows = await rowsOf<Counts & { id: string }>(executor, counts, [results.map(({ id }) => id)])
      const byId = new Map(rows.map(({ id, ...counted }) => [id, counted]))
      const listed = results.map((batch) => {
        const counted = byId.get(batch.id) ?? { pending: 0, failed: 0, cancelled: 0 }
        const { pending: waiting, failed, cancelled } = counted
        return { ...batch, ...counted, rendered: batch.total - waiting - failed - cancelled }
      })
      return { results: listed, next }
    },
    items: (batchId, { state, ...options }) =>
      listPage(executor, items, { ...options, where: { batch_id: batchId, state } }),
    async pending(batchId, fromN, toN) {
      const rows = await rowsOf<{ n: number; request: string }>(executor, pending, [batchId, fromN, toN])
      // As it was stored by insertItems().
      return rows.map(({ n, request }) => ({ n, request: JSON.parse(request) as ItemRequest }))
    },
    async finish(batchId, outcomes, at) {
      const states = outcomes.map(({ state }) => state)
      const reasons = outcomes.map(({ reason }) => jsonOrNull(reason))
      const places = outcomes.map(({ n }) => n)
      const rows = await rowsOf<{ n: number }>(executor, finish, [batchId, places, states, reasons, at])
      return rows.map(({ n }) => n)
    },
    async cancel(batchId, at) {
      return (await rowsOf(executor, cancel, [batchId, at])).length
    },
    async lockIsEnded(batchId) {
      await rowsOf(executor, lock, [batchId])
      // A statement of its own: that of the lock would not see what was committed while it waited.
      const row = await rowOf<{ isEnded: boolean }>(executor, isEnded, [batchId])
      return row?.isEnded === true
    },
    async deleteEnded(createdBefore) {
      const before = firstIdAt('batch', createdBefore)
      while ((await rowsOf(executor, deleteEnded, [before])).length === MAX_DELETED);
    },
  }
}
