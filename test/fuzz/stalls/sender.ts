import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { openWire } from '#test/fuzz/send.ts'

/** Sends requests from a thread of its own, so that the server's thread is measured alone. */
const wire = openWire(z.string().parse(workerData))
const requestSchema = z.object({
  method: z.string(),
  target: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.instanceof(Uint8Array).nullable(),
})

parentPort?.on('message', async (message: unknown) => {
  const answer = await wire
    .send(requestSchema.parse(message))
    .catch((error: unknown) => ({ status: 0, text: String(error) }))
  parentPort?.postMessage({ status: answer?.status ?? 0, text: answer?.text.slice(0, 300) ?? 'cut off' })
})
