import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import type { Operation } from '#test/fuzz/operations.ts'
import type { WireRequest } from '#test/fuzz/requests.ts'
import { eachOperation, type LargeRequestOptions } from './each-large-request.ts'
import type { LargeRequest } from './large-requests.ts'
import { watchThread } from './watch-thread.ts'

/** What a request cost the thread that answers all of them. */
export interface Stall {
  operation: string
  /** What is large about the request. */
  name: string
  status: number
  ms: number
  answer: string
}

const answerSchema = z.object({ status: z.number(), text: z.string() })

/** Sends from another thread: this one is measured. */
export function startSender(url: string) {
  const worker = new Worker(new URL('./sender.ts', import.meta.url), { workerData: url })
  return {
    async send(request: WireRequest): Promise<z.output<typeof answerSchema>> {
      worker.postMessage(request)
      const [answer] = await once(worker, 'message')
      return answerSchema.parse(answer)
    },
    close: () => worker.terminate(),
  }
}

/**
 * Sends large requests to every operation of a server that runs in this thread.
 * @returns the worst of each operation, the longest first
 */
export async function findStalls({
  log = () => {},
  ...options
}: LargeRequestOptions & { log?: (line: string) => void }): Promise<Stall[]> {
  const sender = startSender(options.url)
  const watch = watchThread()
  const measure = async (operation: Operation, { name, make }: LargeRequest): Promise<Stall> => {
    const request = make()
    watch.takeLongestMs()
    const { status, text } = await sender.send(request)
    return { operation: operation.name, name, status, ms: watch.takeLongestMs(), answer: text }
  }
  /** What is compiled or collected for the first time is not the request's. */
  const measureLeast = async (operation: Operation, large: LargeRequest): Promise<Stall> => {
    const first = await measure(operation, large)
    if (first.ms < 50) return first
    const second = await measure(operation, large)
    return second.ms < first.ms ? second : first
  }
  const worst: Stall[] = []
  try {
    await eachOperation(options, async (operation, requests) => {
      let longest: Stall | undefined
      for (const large of requests) {
        const stall = await measureLeast(operation, large)
        if (longest === undefined || stall.ms > longest.ms) longest = stall
      }
      if (longest === undefined) return
      log(`${longest.ms.toFixed(0).padStart(6)} ms  ${operation.name}: ${longest.name} (${longest.status})`)
      worst.push(longest)
    })
    return worst.toSorted((one, other) => other.ms - one.ms)
  } finally {
    watch.stop()
    await sender.close()
  }
}
