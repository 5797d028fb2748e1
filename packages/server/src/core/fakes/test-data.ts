import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Data } from '#core/ports/data.ts'
import { createData } from '#database/data/data.ts'
import { openPrepared } from '#database/prepared-cluster.test-kit.ts'
import { createMemoryQueue, type MemoryQueue } from './memory-queue.ts'

export interface TestData extends MemoryQueue {
  data: Data
  close(): Promise<void>
}

/** The real embedded database in memory, with a queue that the test works off. */
export async function openTestData(queue = createMemoryQueue()): Promise<TestData> {
  const database = await openPrepared()
  return { ...queue, data: createData({ database, queueFor: () => queue.queue }), close: () => database.close() }
}

/** The same for all tests of the file that calls this: there from the first on, without jobs when each begins. */
export function useTestData(): Omit<TestData, 'close'> {
  const queue = createMemoryQueue()
  let opened: TestData | undefined
  beforeAll(async () => {
    opened = await openTestData(queue)
  })
  afterAll(() => opened?.close())
  beforeEach(() => {
    queue.jobs.length = 0
  })
  return {
    ...queue,
    get data() {
      if (opened === undefined) throw new Error('The data is there once the tests have begun')
      return opened.data
    },
  }
}
