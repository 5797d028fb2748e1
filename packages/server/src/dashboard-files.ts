import { spawn } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Beside the server, in the repository as in a package. */
const home = join(import.meta.dirname, '..', '..', 'dashboard')
const built = join(home, 'dist')
const script = join(home, 'build.ts')
/** It is built with the contract in it. */
const client = join(home, '..', 'client', 'src')

/** When the newest of the files was written; what is built, and what it is built with, is left out. */
function newestMs(folder: string): number {
  const entries = readdirSync(folder, { withFileTypes: true })
  const times = entries.map((entry) => {
    const path = join(folder, entry.name)
    if (path === built || entry.name === 'node_modules') return 0
    return entry.isDirectory() ? newestMs(path) : statSync(path).mtimeMs
  })
  return Math.max(0, ...times)
}

function isStale(): boolean {
  const page = join(built, 'index.html')
  return !existsSync(page) || statSync(page).mtimeMs < Math.max(newestMs(home), newestMs(client))
}

/** A process of its own, so that what the build takes of memory is given back. */
async function build(): Promise<void> {
  const child = spawn(process.execPath, [script], { stdio: 'inherit' })
  const code = await new Promise((resolve) => child.once('error', resolve).once('exit', resolve))
  if (code !== 0) console.error('\n  The dashboard could not be built: see above. The API works all the same.')
}

/**
 * Where the files of the dashboard lie; undefined when there are none. `npm start` builds them first when their sources
 * are newer, which a package does not have.
 */
export async function dashboardFiles(): Promise<string | undefined> {
  if (process.env.npm_lifecycle_event === 'start' && existsSync(script) && isStale()) {
    console.log('\n  Building the dashboard, some seconds …')
    await build()
  }
  return existsSync(join(built, 'index.html')) ? built : undefined
}
