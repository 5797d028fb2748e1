import { startApp } from '@pictable/server/app.ts'
import { parseConfig } from '@pictable/server/config.ts'
import { watchThread } from './watch-thread.ts'

/** A server that prints, whenever its main thread was kept busy longer than before since it was started, for how long. */

await startApp(parseConfig(process.env))
const watch = watchThread()
let longestMs = 0
setInterval(() => {
  const ms = watch.takeLongestMs()
  if (ms <= longestMs) return
  longestMs = ms
  console.log(JSON.stringify({ stall_ms: ms }))
}, 500)
