import type { Address } from '#http/listen.ts'
import type { Config } from '#server/config.ts'

/** Where the operator's own tools ask; null when nowhere. */
export function adminAddress({ PICTABLE_HOST: host, PICTABLE_ADMIN_PORT: port }: Config): Address | null {
  const again = (other: number) => `PICTABLE_ADMIN_PORT=${other} npm start`
  return port === undefined ? null : { host, port, again }
}

/** All that a process listens on, the main one first. */
export function listenAddresses(config: Config): Address[] {
  const admin = adminAddress(config)
  return [{ host: config.PICTABLE_HOST, port: config.PICTABLE_PORT }, ...(admin === null ? [] : [admin])]
}

type Where = Pick<Config, 'PICTABLE_HOST' | 'PICTABLE_PORT'>

/** Where images are reached when nobody says otherwise: an address that stands for all is no address to call. */
function localUrl({ PICTABLE_HOST: host, PICTABLE_PORT: port }: Where): string {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

export const publicUrlOf = (config: Where & Pick<Config, 'PICTABLE_PUBLIC_URL'>): string =>
  config.PICTABLE_PUBLIC_URL ?? localUrl(config)
