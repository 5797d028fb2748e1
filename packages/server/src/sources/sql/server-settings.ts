import { z } from 'zod'
import type { DriverSocket } from './driver-socket.ts'

const tlsModes = ['verify', 'require', 'prefer', 'disable'] as const

/** What every database server is reached by. */
export const serverSettings = {
  host: z
    .string()
    .trim()
    .regex(/^[^\s/@]{1,253}$/, 'must be the host name or the IP address of the server, such as db.example.com')
    .meta({ role: 'destination', description: 'Host name or IP address of the server, such as db.example.com' }),
  user: z.string().min(1).max(128).meta({
    role: 'plain',
    keepsTables: true,
    description: 'User of the database. GRANT it SELECT on the tables to read, and UPDATE on the columns to write',
  }),
  password: z.string().max(1000).default('').meta({ role: 'secret', description: 'Password of the user' }),
  ssl: z.enum(tlsModes).default('prefer').meta({
    role: 'destination',
    keepsTables: true,
    strongestFirst: tlsModes,
    description:
      'TLS: `prefer` uses it if the server supports it; `require` requires it without checking the certificate; `verify` also checks the certificate; `disable` never uses it',
  }),
  ca: z
    .string()
    .max(500_000)
    .refine((pem) => pem.includes('-----BEGIN CERTIFICATE-----'), 'must be a certificate in PEM format')
    .optional()
    .meta({
      role: 'destination',
      keepsTables: true,
      description:
        'Certificate of a private certificate authority (PEM), for `verify`. Default: the usual authorities and those of PICTABLE_CA_FILE',
    }),
} as const

export const portSetting = (standard: number) =>
  z.number().int().min(1).max(65_535).default(standard).meta({ role: 'destination', description: 'Port of the server' })

type Tls = z.infer<typeof serverSettings.ssl>

export interface ServerSettings {
  host: string
  port: number
  user: string
  password: string
  ssl: Tls
  ca?: string | string[] | undefined
  /** As in the set-up. */
  answerTimeoutMs?: number | undefined
}

/** The server ends its statements earlier; this is for a network that swallows the answer. */
const ANSWER_TIMEOUT_MS = 90_000
const CONNECT_TIMEOUT_MS = 5000

/** How long a driver waits for a connection, and for the answer to a statement. */
export function patienceOf({ answerTimeoutMs = ANSWER_TIMEOUT_MS }: ServerSettings) {
  return { answerMs: answerTimeoutMs, connectMs: Math.min(CONNECT_TIMEOUT_MS, answerTimeoutMs) }
}

/** How servers of databases are reached. */
export interface SqlSetup {
  /** A guarded socket for a driver, still to be connected. */
  createSocket: () => DriverSocket
  /** Certificate authorities for connections that have none of their own, in PEM; the usual ones when absent. */
  authorities?: string[] | undefined
  /** How long the answer to a statement may take. Default: 90 seconds. */
  answerTimeoutMs?: number
}

/** What a driver is told of TLS. */
export type TlsOptions = { rejectUnauthorized: boolean; ca?: string | string[] }

function tlsOptions({ ssl, ca }: ServerSettings): TlsOptions | null {
  if (ssl === 'disable') return null
  return { rejectUnauthorized: ssl === 'verify', ...(ssl === 'verify' && ca !== undefined ? { ca } : {}) }
}

/** Connects with TLS as the settings say: `prefer` goes on without, where the server has none. */
export async function connectWithTls<Connection>(
  settings: ServerSettings,
  connect: (tls: TlsOptions | null) => Promise<Connection>,
  hasNoTls: (error: unknown) => boolean,
): Promise<Connection> {
  try {
    return await connect(tlsOptions(settings))
  } catch (error) {
    if (settings.ssl !== 'prefer' || !hasNoTls(error)) throw error
    return await connect(null)
  }
}
