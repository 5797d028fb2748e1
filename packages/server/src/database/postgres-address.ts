import { readFileSync } from 'node:fs'
import type { ClientConfig } from 'pg'
import { StartError } from '#core/start-error.ts'

export interface PostgresAddress {
  url: string
  /** Those whose certificates are trusted; the usual ones when absent. */
  authorities?: readonly string[] | undefined
}

/** Of libpq: files that TLS needs, by the names that Node has for what is in them. */
const tlsFiles = { ca: 'sslrootcert', cert: 'sslcert', key: 'sslkey' } as const

function readTlsFile(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new StartError(`${name} in PICTABLE_DATABASE_URL names ${path}, which cannot be read.`, { cause })
  }
}

/**
 * How to connect. Whatever the address calls it, TLS means that the certificate is verified, with the name of the host; not to do
 * so has to be asked for in so many words (`no-verify`, or the weaker meanings of libpq). @throws StartError
 */
export function connectionOf({ url, authorities }: PostgresAddress): ClientConfig {
  const address = new URL(url)
  const asked = address.searchParams
  const names = ['ssl', 'sslmode', ...Object.values(tlsFiles)]
  const mode = asked.get('sslmode') ?? ''
  const isWeaker = asked.get('uselibpqcompat') === 'true' && mode !== 'verify-full'
  if (isWeaker || /^(disable|no-verify)$/.test(mode) || !names.some((name) => asked.has(name)))
    return { connectionString: url }
  const ssl: Exclude<ClientConfig['ssl'], boolean> = { ...(authorities !== undefined && { ca: [...authorities] }) }
  for (const [option, name] of Object.entries(tlsFiles)) {
    const path = asked.get(name)
    if (path !== null) Object.assign(ssl, { [option]: readTlsFile(name, path) })
  }
  for (const name of [...names, 'uselibpqcompat']) asked.delete(name)
  return { connectionString: address.href, ssl }
}

/** The address as it may be shown: a password may also stand in the query. */
export function withoutPassword(url: string): string {
  if (!URL.canParse(url)) return 'PICTABLE_DATABASE_URL'
  const shown = new URL(url)
  const host = shown.searchParams.get('host')
  shown.password = ''
  shown.search = host === null ? '' : `host=${host}`
  return shown.href
}
