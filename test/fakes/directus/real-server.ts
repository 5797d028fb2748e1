import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runSuites } from '#test/fakes/hosted/run-suites.ts'
import { installDirectus, startDirectus, version } from './install-directus.ts'

const help = `Runs the suites of the Directus source against the real Directus ${version} from npm.

  --folder <path>   where Directus is installed, kept for the next time (default: below the system's temp folder)

Directus comes under its own licence: it is installed for these tests alone, outside the repository.
The first time takes about three minutes, and needs Python, make and a C++ compiler.`

const { values } = parseArgs({ options: { folder: { type: 'string' }, help: { type: 'boolean' } } })

if (values.help) {
  console.log(help)
} else {
  const folder = values.folder ?? join(tmpdir(), `directus-${version}`)
  console.log(`Installing Directus ${version} in ${folder} unless it is there …`)
  await installDirectus(folder)
  const real = await startDirectus(folder)
  try {
    console.log(`Directus ${version} runs at ${real.url}`)
    const env = { DIRECTUS_URL: real.url, DIRECTUS_TOKEN: real.token }
    process.exitCode = (await runSuites('test/fakes/directus/real-directus.ts', env)) ? 0 : 1
  } finally {
    await real.close()
  }
}
