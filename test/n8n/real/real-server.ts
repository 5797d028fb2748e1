import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runSuites } from '#test/fakes/hosted/run-suites.ts'
import { installN8n, startN8n, version } from './install-n8n.ts'

const help = `Runs five workflows in the real n8n ${version} from npm, with the packed nodes and a real server of Pictable.

  --folder <path>   where n8n is installed, kept for the next time (default: below the system's temp folder)

n8n comes under its own licence: it is installed for these tests alone, outside the repository.
The first time takes about ten minutes and 2 GB, and needs Python, make and a C++ compiler.`

const { values } = parseArgs({ options: { folder: { type: 'string' }, help: { type: 'boolean' } } })

if (values.help) {
  console.log(help)
} else {
  const folder = values.folder ?? join(tmpdir(), `n8n-${version}`)
  console.log(`Installing n8n ${version} in ${folder} unless it is there …`)
  await installN8n(folder)
  const real = await startN8n(folder)
  try {
    console.log(`n8n ${version} runs at ${real.url}`)
    process.exitCode = (await runSuites('test/n8n/real/real-n8n.ts', { N8N_URL: real.url, N8N_FOLDER: folder })) ? 0 : 1
  } finally {
    await real.close()
  }
}
