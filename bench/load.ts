import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

/** Runs in a thread of its own, so that asking does not cost the server. Bounded in number and time. */
interface Load {
  url: string
  key: string
  connections: number
  requests: number
  seconds: number
  /** Pause of each connection between two requests. */
  pauseMs: number
}

const load: Load = workerData
const agent = new Agent({ keepAlive: true, maxSockets: load.connections })
const endsAt = performance.now() + load.seconds * 1000
const latencies: number[] = []
let left = load.requests

function ask(): Promise<void> {
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    request(load.url, { agent, headers: { authorization: `Bearer ${load.key}` } }, (response) => {
      response.resume().once('end', () => {
        if (response.statusCode !== 200) return reject(new Error(`${response.statusCode}`))
        latencies.push(performance.now() - startedAt)
        resolve()
      })
    })
      .once('error', reject)
      .end()
  })
}

async function connection(): Promise<void> {
  while (left-- > 0 && performance.now() < endsAt) {
    await ask()
    if (load.pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, load.pauseMs))
  }
}

const startedAt = performance.now()
await Promise.all(Array.from({ length: load.connections }, connection))
agent.destroy()
parentPort?.postMessage({ latencies, seconds: (performance.now() - startedAt) / 1000 })
