import { type Address, refuseTakenAddress } from '#http/server/listen.ts'
import { listenAddresses, localUrl } from '#server/settings/addresses.ts'
import type { Config } from '#server/settings/config.ts'
import { type Finding, failed, ok } from './check.ts'

const answerWithinMs = 2000

/** Whether a Pictable listens there: its health, or its metrics. */
async function isPictable(address: Address): Promise<boolean> {
  const read = (path: string) =>
    fetch(`${localUrl(address)}${path}`, { signal: AbortSignal.timeout(answerWithinMs) }).then(
      (answer) => answer.text(),
      () => '',
    )
  return (await read('/livez')) === '{"live":true}' || (await read('/metrics')).includes('\npictable_info{')
}

/** Whether the process can listen where it shall, or one does already. */
export async function lookAtPorts(config: Config): Promise<Finding> {
  const found: string[] = []
  for (const address of listenAddresses(config)) {
    const place = `${address.host}:${address.port}`
    try {
      await refuseTakenAddress(address)
      found.push(place)
    } catch (error) {
      if (!(await isPictable(address)))
        return failed(error instanceof Error ? error.message : String(error), 'Follow the message.')
      found.push(`${place} (in use by a running Pictable)`)
    }
  }
  return ok(found.join(' and '))
}
