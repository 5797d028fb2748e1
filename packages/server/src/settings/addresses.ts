import type { Address } from '#http/server/listen.ts'
import type { Config } from './config.ts'

/** Where the operator's own tools ask; null when nowhere. */
export function adminAddress({ PICTABLE_HOST: host, PICTABLE_ADMIN_PORT: port }: Config): Address | null {
  const again = (other: number) => `PICTABLE_ADMIN_PORT=${other} npx pictable`
  return port === undefined ? null : { host, port, again }
}

/** All that a process listens on, the main one first. */
export function listenAddresses(config: Config): Address[] {
  const admin = adminAddress(config)
  return [{ host: config.PICTABLE_HOST, port: config.PICTABLE_PORT }, ...(admin === null ? [] : [admin])]
}

/** Where this machine reaches it: an address that stands for all is no address to call. */
export function localUrl({ host, port }: Pick<Address, 'host' | 'port'>): string {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

type Where = Pick<Config, 'PICTABLE_HOST' | 'PICTABLE_PORT' | 'PICTABLE_PUBLIC_URL'>

/** Where images are reached: as the settings say, or where only this machine does. */
export function publicUrlOf({ PICTABLE_PUBLIC_URL: url, PICTABLE_HOST: host, PICTABLE_PORT: port }: Where): string {
  return url ?? localUrl({ host, port })
}
