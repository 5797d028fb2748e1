import { Command } from 'commander'
import { StartError } from '#core/start-error.ts'
import { type Config, parseConfig } from '#server/settings/config.ts'
import type { Check, Finding } from './check.ts'
import { checks } from './checks.ts'

type Result = { name: string } & Finding

const marks = { ok: 'ok     ', warning: 'warning', failed: 'FAILED ' } as const

async function examine({ name, look }: Check, config: Config): Promise<Result> {
  try {
    return { name, ...(await look(config)) }
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    // A running server holds its embedded database, which is as it should be.
    const isInUse = /^Another Pictable process/.test(detail)
    if (isInUse) return { name, state: 'ok', detail: 'in use by a running server, so not checked' }
    return { name, state: 'failed', detail }
  }
}

function lineOf({ name, state, detail, cure }: Result): string {
  const line = `${marks[state]}  ${name}: ${detail}`
  return cure === undefined ? line : `${line}\n           ${cure}`
}

async function diagnose(report: (result: Result) => void): Promise<Result[]> {
  const results: Result[] = []
  const add = (result: Result) => {
    results.push(result)
    report(result)
  }
  let config: Config
  try {
    config = parseConfig(process.env)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    add({ name: 'settings', state: 'failed', detail: error.message })
    return results
  }
  add({ name: 'settings', state: 'ok', detail: 'all valid' })
  for (const check of checks) {
    const hasFailed = results.some(({ name, state }) => name === check.after && state === 'failed')
    if (!hasFailed) add(await examine(check, config))
  }
  return results
}

/** `pictable doctor`: what is wrong with a set-up, and how to mend it. */
export function doctorCommand(): Command {
  return new Command('doctor')
    .description('check settings, disk, database, storage, rendering and network, and print what to fix')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExits with 1 if a check fails; warnings do not count.')
    .action(async ({ json = false }: { json?: boolean }) => {
      const results = await diagnose((result) => {
        if (!json) console.log(lineOf(result))
      })
      if (json) console.log(JSON.stringify(results, null, 2))
      if (results.some(({ state }) => state === 'failed')) process.exitCode = 1
    })
}
