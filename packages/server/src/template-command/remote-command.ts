import { Command } from 'commander'
import { sayError } from './remote.ts'

/** A command that calls a running server. */
export function remoteCommand(name: string): Command {
  return new Command(name)
    .option('--url <url>', 'URL of the server. Default: PICTABLE_URL, otherwise http://127.0.0.1:4400')
    .option('--key <key>', 'API key. Default: PICTABLE_KEY')
}

/** Exits with what the work returns, or with 2 and the reason why it could not be done. */
export async function run(work: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await work()
  } catch (error) {
    const said = sayError(error)
    if (said === null) throw error
    console.error(`pictable: ${said}`)
    process.exitCode = 2
  }
}
