import { createServer } from 'node:net'
import { StartError } from '#core/start-error.ts'

export interface Address {
  host: string
  port: number
  /** What starts it again on another port. */
  again?: (port: number) => string
}

const startAgain = (port: number) => `PICTABLE_PORT=${port} npx pictable`

function inWords(cause: unknown, { host, port, again = startAgain }: Address): StartError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const why: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} of ${host} is in use by another program. Stop it, or choose another port: ${again(port + 1)}`,
    EACCES: `Permission denied for port ${port}. Choose one above 1023: ${again(port + 8000)}`,
    EADDRNOTAVAIL: `${host} is not an IP address of this machine. Set PICTABLE_HOST to 127.0.0.1, or to 0.0.0.0 for every network.`,
  }
  return new StartError(why[code] ?? `Cannot listen on port ${port} of ${host}: ${String(cause)}`, { cause })
}

/** Starts to listen. @returns the URL @throws StartError saying why not */
export async function listen(
  server: { listen(address: { host: string; port: number }): Promise<string> },
  address: Address,
): Promise<string> {
  try {
    return await server.listen({ host: address.host, port: address.port })
  } catch (cause) {
    throw inWords(cause, address)
  }
}

/** Finds out that an address cannot be had before anything is made for it. @throws StartError saying why */
export async function refuseTakenAddress(address: Address): Promise<void> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (cause) => reject(inWords(cause, address)))
    probe.listen(address.port, address.host, resolve)
  })
  await new Promise((resolve) => probe.close(resolve))
}
