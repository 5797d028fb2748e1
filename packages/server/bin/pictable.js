#!/usr/bin/env node
// Plain JavaScript, so that an old Node can say what is missing instead of failing on the first type.
const wanted = 24
if (Number(process.versions.node.split('.')[0]) < wanted) {
  const { platform, arch, execPath, versions } = process
  const hasPackage = platform === 'linux' && (arch === 'x64' || arch === 'arm64')
  const byNpm = `npm can bring it for this command alone:

  npx --package=node-linux-${arch}@${wanted} --package=pictable pictable

`
  console.error(`Pictable needs Node ${wanted} or newer; this is ${versions.node} (${execPath}).
Install it from https://nodejs.org.${hasPackage ? ` Or ${byNpm}` : ' '}In a clone on Linux, "npm ci" installs it: start with "npm start" or "npx pictable".`)
  process.exit(1)
}
// Half of these threads look up host names, and one name may keep its thread for half a minute. Read when the first one starts.
process.env.UV_THREADPOOL_SIZE ??= '16'
await import('../src/main.ts')
