#!/usr/bin/env node
// Plain JavaScript, so that an old Node can say what is missing instead of failing on the first type.
const wanted = 24
if (Number(process.versions.node.split('.')[0]) < wanted) {
  console.error(`Pictable needs Node ${wanted} or newer; this is ${process.versions.node} (${process.execPath}).
On Linux, "npm ci" in the project installs it: start with "npm start" or "npx pictable".
On other systems, install it from https://nodejs.org.`)
  process.exit(1)
}
// Half of these threads look up host names, and one name may keep its thread for half a minute. Read when the first one starts.
process.env.UV_THREADPOOL_SIZE ??= '16'
await import('../src/main.ts')
