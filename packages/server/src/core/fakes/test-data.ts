import type { Data } from '#core/ports/data.ts'
import { createData } from '#database/data.ts'
import { openPrepared } from '#database/prepared-cluster.test-kit.ts'
import { createMemoryQueue, type MemoryQueue } from './memory-queue.ts'

export interface TestData extends MemoryQueue {
  data: Data
  close(): Promise<void>
}

/** The real embedded database in memory, with a queue that the test works off. */
export async function openTestData(): Promise<TestData> {
  const database = await openPrepared()
  const queue = createMemoryQueue()
  return { ...queue, data: createData({ database, queueFor: () => queue.queue }), close: () => database.close() }
}
