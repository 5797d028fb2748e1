import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runSuites } from '#test/fakes/hosted/run-suites.ts'
import { driveRequests, driveSource } from '#test/fakes/nocodb/drive-nocodb.ts'
import { installNocoDb, type RealNocoDb, startNocoDb, version } from '#test/fakes/nocodb/install-nocodb.ts'
import { startRecorder } from '#test/fakes/nocodb/record-nocodb.ts'

const help = `Runs the suites of the NocoDB source against the real NocoDB ${version} from npm.

  --folder <path>   where NocoDB is installed, kept for the next time (default: below the system's temp folder)
  --record          also records the exchanges anew that the fake is held to

NocoDB comes under its Sustainable Use License: it is installed for these tests alone, outside the repository.
The first time takes about four minutes, and needs Python, make and a C++ compiler.`

async function record(real: RealNocoDb): Promise<void> {
  for (const [name, drive] of Object.entries({ requests: driveRequests, source: driveSource })) {
    const recorder = await startRecorder(real)
    await drive(recorder)
    const date = new Date().toISOString().slice(0, 10)
    const recording = { server: `NocoDB ${version} from npm, on SQLite`, date, exchanges: recorder.recorded() }
    await writeFile(new URL(`recorded/${name}.json`, import.meta.url), `${JSON.stringify(recording, null, 2)}\n`)
    await recorder.close()
  }
}

const { values } = parseArgs({
  options: { folder: { type: 'string' }, record: { type: 'boolean' }, help: { type: 'boolean' } },
})

if (values.help) {
  console.log(help)
} else {
  const folder = values.folder ?? join(tmpdir(), `nocodb-${version}`)
  console.log(`Installing NocoDB ${version} in ${folder} unless it is there …`)
  await installNocoDb(folder)
  const real = await startNocoDb(folder)
  try {
    console.log(`NocoDB ${version} runs at ${real.url}`)
    if (values.record) await record(real)
    const env = { NOCODB_URL: real.url, NOCODB_TOKEN: real.token }
    process.exitCode = (await runSuites('test/fakes/nocodb/real-nocodb.ts', env)) ? 0 : 1
  } finally {
    await real.close()
  }
}
