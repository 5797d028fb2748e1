#!/usr/bin/env node
// Plain JavaScript, so that an old Node can say what is missing instead of failing on the first type.
const wanted = 24
if (Number(process.versions.node.split('.')[0]) < wanted) {
  console.error(`Pictable needs Node ${wanted} or newer; this is ${process.versions.node} (${process.execPath}).
On Linux, "npm ci" in the project brings a fitting one: start with "npm start" or "npx pictable".
Elsewhere install it from https://nodejs.org and try again.`)
  process.exit(1)
}
await import('../src/main.ts')
