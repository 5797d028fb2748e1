import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { z } from 'zod'
import { nearestName } from '#core/nearest-name.ts'
import { StartError } from '#core/start-error.ts'
import { loadAuthorities } from '#net/dial.ts'
import { parseEgressAllow } from '#net/policy/egress-allow.ts'
import { parseTrustedProxies } from '#net/policy/trusted-proxies.ts'
import { createResolve } from '#net/resolve.ts'
import { parseStorageAddress, storageForms } from '#storages/index.ts'
import { keyValuesOf } from '#telemetry/key-values.ts'

const flag = z.enum(['true', 'false'], 'must be true or false').transform((text) => text === 'true')

function wholeNumber(lowest: number, highest: number) {
  const message = `must be a whole number from ${lowest} to ${highest}`
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((value) => value >= lowest && value <= highest, message)
}

const httpUrl = z
  .string()
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), 'must be an http or https URL')
  .transform((url) => url.replace(/(?<!\/)\/+$/, ''))

const keyValues = z
  .string()
  .refine((text) => keyValuesOf(text) !== null, 'must have the form name=value,other=value')
  .optional()

/** On one line, so that it is one header. */
const isSender = (text: string) =>
  !/\p{Cc}/u.test(text) && z.email().safeParse(/^[^<>]*<([^<>]+)>$/.exec(text)?.[1] ?? text).success

const isPostgresUrl = (text: string) => URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol)

/** A password with such a character would be cut there: its rest would be taken for host, path or fragment, and be shown. */
const isCutByPassword = (text: string) => /#|^[^@/?]*[@/?].*@/s.test(text.replace(/^\w+:\/\//, ''))

/** Text that a room can read: what it throws begins with the name of the setting, which stands before it anyway. */
function readBy(read: (text: string) => unknown) {
  return z.string().superRefine((text, { addIssue }) => {
    try {
      read(text)
    } catch (error) {
      if (!(error instanceof StartError)) throw error
      addIssue(error.message.replace(/^\w+: /, ''))
    }
  })
}

/** Every setting: schema, default, meaning, whether it is secret. Each can also be given as `<NAME>_FILE`. */
export const configSchema = z.object({
  PICTABLE_HOST: z
    .string()
    .default('127.0.0.1')
    .meta({ description: 'Host name or IP address to listen on', example: '0.0.0.0' }),
  PICTABLE_PORT: wholeNumber(1, 65_535).default(4400).meta({ description: 'Port to listen on', example: '8080' }),
  PICTABLE_ADMIN_PORT: wholeNumber(1, 65_535)
    .optional()
    .meta({ description: 'Port of /metrics, which needs no key. Default: off', example: '9400' }),
  PICTABLE_DATA_DIR: z
    .string()
    .default('./data')
    .transform((path) => resolve(path))
    .meta({
      description: 'Folder of the embedded database, of images on disk, and of the secret key',
      example: '/var/lib/pictable',
    }),
  PICTABLE_DATABASE_URL: z
    .string()
    .refine((text) => !isCutByPassword(text), {
      error: 'percent-encode the password: @ as %40, / as %2F, # as %23, ? as %3F',
      abort: true,
    })
    .refine(isPostgresUrl, 'must be a URL such as postgres://user:password@host:5432/pictable')
    .optional()
    .meta({
      description:
        'URL of a PostgreSQL database (14 or newer), which several processes can share. Default: the embedded database',
      example: 'postgres://pictable:…@db.internal:5432/pictable',
      secret: true,
    }),
  PICTABLE_STORAGE: z
    .string()
    .refine((text) => parseStorageAddress(text) !== null, `must be ${storageForms}`)
    .default('disk')
    .meta({
      description: 'Storage of images and assets: `disk` (the data folder) or an S3-compatible bucket',
      example: 's3://my-bucket/pictable',
    }),
  PICTABLE_S3_PATH_STYLE: flag.optional().meta({
    description:
      'Put the bucket into the path of the URL instead of the host name. Default: true with a custom endpoint',
    example: 'false',
  }),
  PICTABLE_S3_PUBLIC_URL: httpUrl.optional().meta({
    description:
      'Public URL of the bucket, including the prefix. If set, image URLs redirect there. Files have no names there but their hash',
    example: 'https://images.example.com',
  }),
  PICTABLE_S3_SIGNED_URL_SECONDS: wholeNumber(60, 604_800).optional().meta({
    description: 'Lifetime of signed bucket URLs in seconds. If set, image URLs redirect to signed bucket URLs',
    example: '3600',
  }),
  PICTABLE_RETENTION_DAYS: wholeNumber(1, 36_500)
    .optional()
    .meta({ description: 'Delete images older than this many days. Default: off', example: '90' }),
  PICTABLE_RETENTION_PER_RECORD: wholeNumber(1, 10_000).optional().meta({
    description: 'Keep only this many of the newest images of each record. Default: all',
    example: '5',
  }),
  PICTABLE_RETENTION_RUNS_DAYS: wholeNumber(1, 36_500).optional().meta({
    description:
      'Delete runs, with their records, and batches of images this many days after their end. The newest run of each action is kept. Default: off',
    example: '90',
  }),
  PICTABLE_RETENTION_DELIVERIES_DAYS: wholeNumber(1, 36_500).default(30).meta({
    description: 'Delete webhook deliveries older than this many days, with their attempts',
    example: '90',
  }),
  PICTABLE_RETENTION_KEEP_CURRENT: flag
    .default(true)
    .meta({ description: 'Keep the current image of a record at any age', example: 'false' }),
  AWS_REGION: z.string().optional().meta({ description: 'Region of the bucket', example: 'eu-central-1' }),
  AWS_ENDPOINT_URL_S3: httpUrl
    .optional()
    .meta({ description: 'URL of an S3-compatible server. Default: AWS', example: 'https://s3.example.com' }),
  AWS_ENDPOINT_URL: httpUrl
    .optional()
    .meta({ description: 'Used if AWS_ENDPOINT_URL_S3 is not set', example: 'https://s3.example.com' }),
  AWS_ACCESS_KEY_ID: z.string().optional().meta({
    description: 'Access key of the bucket. Default: the usual AWS sources (profile, role)',
    example: 'AKIA…',
  }),
  AWS_SECRET_ACCESS_KEY: z
    .string()
    .optional()
    .meta({ description: 'Secret access key', example: '40 characters', secret: true }),
  AWS_SESSION_TOKEN: z
    .string()
    .optional()
    .meta({ description: 'Session token of a temporary access key', example: 'a long text', secret: true }),
  PICTABLE_PUBLIC_URL: httpUrl.optional().meta({
    description: 'Public URL of this server. Image URLs begin with it',
    example: 'https://pictable.example.com',
  }),
  PICTABLE_SECRET_KEY: z.string().min(16, 'must have at least 16 characters').optional().meta({
    description: 'Encrypts stored secrets. Default: created in the data folder',
    example: '32 random bytes in base64',
    secret: true,
  }),
  PICTABLE_ADMIN_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{16,256}$/, 'must be 16 to 256 visible characters without spaces')
    .optional()
    .meta({
      description:
        'A fixed API key with all permissions, for automation. Default: the first start creates a key and shows it once',
      example: 'a long random text',
      secret: true,
    }),
  PICTABLE_SCRUB_DAYS: wholeNumber(0, 3650).default(30).meta({
    description: 'Check every stored file against its SHA-256 this often, in days, in the background; 0 turns it off',
    example: '7',
  }),
  PICTABLE_SEED_SAMPLE: flag
    .default(true)
    .meta({ description: 'Fill an empty installation with the sample', example: 'false' }),
  PICTABLE_TRUSTED_PROXIES: readBy(parseTrustedProxies).default('').meta({
    description: 'Comma-separated IP addresses and CIDRs of proxies whose X-Forwarded-For is trusted',
    example: '10.0.0.0/8,127.0.0.1',
  }),
  PICTABLE_EGRESS_ALLOW: readBy(parseEgressAllow).default('').meta({
    description: 'Comma-separated CIDRs and host names that Pictable can reach although they are not public',
    example: '10.1.0.0/16,nocodb.internal',
  }),
  PICTABLE_WEBHOOKS_ALLOW_HTTP: flag
    .default(false)
    .meta({ description: 'Allow webhooks to http:// URLs', example: 'true' }),
  PICTABLE_SMTP_HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'must be a host name or an IP address; the port is PICTABLE_SMTP_PORT')
    .optional()
    .meta({
      description: 'Mail server that sends email notifications, with PICTABLE_SMTP_FROM. Default: no email',
      example: 'smtp.example.com',
    }),
  PICTABLE_SMTP_PORT: wholeNumber(1, 65_535).optional().meta({
    description: 'Port of the mail server. Default: 587, or 465 with PICTABLE_SMTP_SECURITY=tls',
    example: '2525',
  }),
  PICTABLE_SMTP_SECURITY: z
    .enum(['starttls', 'tls', 'none'], 'must be starttls, tls or none')
    .default('starttls')
    .meta({
      description:
        'Encryption of the connection to the mail server: `starttls` (required, never skipped), `tls` from the first byte, or `none`',
      example: 'tls',
    }),
  PICTABLE_SMTP_USER: z
    .string()
    .optional()
    .meta({ description: 'User name at the mail server. Default: none', example: 'pictable@example.com' }),
  PICTABLE_SMTP_PASSWORD: z
    .string()
    .optional()
    .meta({ description: 'Password at the mail server', example: 'an app password', secret: true }),
  PICTABLE_SMTP_FROM: z
    .string()
    .refine(
      (text) => isSender(text),
      'must be an email address, or a name with an email address such as Pictable <pictable@example.com>',
    )
    .optional()
    .meta({ description: 'Sender of email notifications', example: 'Pictable <pictable@example.com>' }),
  PICTABLE_FILES_DIR: z
    .string()
    .optional()
    .transform((path) => (path === undefined ? undefined : resolve(path)))
    .meta({
      description: 'Folder of files that sources can read by path (CSV, JSON, SQLite). Default: none',
      example: '/srv/tables',
    }),
  PICTABLE_FONT_PACK: z
    .string()
    .refine((text) => !/^[a-z]+:/i.test(text) || URL.canParse(text), 'must be a folder or an http or https URL')
    .default('https://registry.npmjs.org')
    .transform((place) => (/^https?:/.test(place) ? place.replace(/(?<!\/)\/+$/, '') : resolve(place)))
    .meta({
      description: 'npm registry from which popular fonts are installed, or a folder of their packages',
      example: '/srv/fonts',
    }),
  PICTABLE_GOOGLE_FONTS_URL: httpUrl.default('https://fonts.google.com').meta({
    description: 'URL of Google Fonts, or of a mirror. Called when someone adds a font from there',
    example: 'https://fonts.internal.example.com',
  }),
  PICTABLE_RENDER_PROCESSES: wholeNumber(1, 256)
    .default(() => availableParallelism())
    .meta({ description: 'Number of render processes. Default: one per core', example: '4' }),
  PICTABLE_SANDBOX: z.enum(['auto', 'require', 'off'], 'must be auto, require or off').default('auto').meta({
    description:
      'Sandbox of the processes that decode uploaded files: `auto` uses what the system supports, `require` does not start without all of it',
    example: 'require',
  }),
  PICTABLE_CA_FILE: readBy(loadAuthorities)
    .optional()
    .meta({ description: 'PEM file of additional certificate authorities', example: '/etc/ssl/company.pem' }),
  PICTABLE_DNS_SERVERS: readBy((list) => createResolve(list.split(',')))
    .optional()
    .meta({ description: "Comma-separated DNS servers to use instead of the system's", example: '10.0.0.53' }),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional().meta({
    description: 'URL of an OpenTelemetry collector for traces (OTLP over HTTP). Default: off',
    example: 'http://collector.internal:4318',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: keyValues.meta({
    description: 'Comma-separated headers for the collector',
    example: 'authorization=Bearer%20…',
    secret: true,
  }),
  OTEL_SERVICE_NAME: z
    .string()
    .default('pictable')
    .meta({ description: 'Service name in traces', example: 'pictable-worker' }),
  OTEL_RESOURCE_ATTRIBUTES: keyValues.meta({
    description: 'Comma-separated resource attributes in traces',
    example: 'deployment.environment.name=production',
  }),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'must be a number from 0 to 1')
    .default('1')
    .transform(Number)
    .meta({ description: 'Share of requests and jobs to trace, 0 to 1', example: '0.1' }),
  PICTABLE_LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'must be trace, debug, info, warn, error or silent')
    .default('info')
    .meta({ description: 'Minimum level of log messages', example: 'debug' }),
})

export type Config = z.output<typeof configSchema>

const names = Object.keys(configSchema.shape)

export const secretSettings: readonly string[] = Object.entries(configSchema.shape).flatMap(([name, schema]) =>
  schema.meta()?.secret === true ? [name] : [],
)

/** Examples of set-ups have it where a secret belongs: left there, everybody knows the secret. */
const placeholder = 'change-me'

/** Where a value comes from. */
export type Origin = { from: 'default' } | { from: 'environment' } | { from: 'file'; path: string }

interface Given {
  text: string | undefined
  origin: Origin
}

function given(name: string, env: NodeJS.ProcessEnv): Given {
  const path = env[`${name}_FILE`]
  if (!path) {
    const text = env[name] || undefined
    return { text, origin: { from: text === undefined ? 'default' : 'environment' } }
  }
  if (env[name]) throw new StartError(`Both ${name} and ${name}_FILE are set. Remove one of them.`)
  try {
    return { text: readFileSync(path, 'utf8').trimEnd(), origin: { from: 'file', path } }
  } catch (cause) {
    throw new StartError(`${name}_FILE names ${path}, which cannot be read. Check the path and its permissions.`, {
      cause,
    })
  }
}

/** What programs that call the API are told by, in the guides: it may be there in the same shell. */
const namesOfCallers = ['PICTABLE_KEY', 'PICTABLE_URL', 'PICTABLE_URL_KEY_ID', 'PICTABLE_URL_SECRET']
const known: ReadonlySet<string> = new Set([...names, ...namesOfCallers])

function unknownText(name: string): string {
  const meant = nearestName(name, [...names, ...names.map((known) => `${known}_FILE`)])
  const help = meant === undefined ? 'See `pictable serve --help`.' : `Did you mean ${meant}?`
  return `${name} is not a setting. ${help}`
}

function problemsOfSmtp(config: Config): string[] {
  const { PICTABLE_SMTP_HOST: host, PICTABLE_SMTP_FROM: from, PICTABLE_SMTP_USER: user } = config
  const { PICTABLE_SMTP_PASSWORD: password, PICTABLE_SMTP_SECURITY: security } = config
  const problems: string[] = []
  if (host !== undefined && from === undefined)
    problems.push('PICTABLE_SMTP_FROM: is missing. Mail servers want a sender that the account can use.')
  if (host === undefined && (from ?? user ?? password) !== undefined)
    problems.push('PICTABLE_SMTP_HOST: is missing, so no email would be sent.')
  if ((user === undefined) !== (password === undefined))
    problems.push('PICTABLE_SMTP_USER and PICTABLE_SMTP_PASSWORD: set both of them, or neither.')
  if (security === 'none' && password !== undefined && !/^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host ?? ''))
    problems.push(
      'PICTABLE_SMTP_SECURITY: none would send the password as plain text through the network. Use starttls or tls.',
    )
  return problems
}

/** `readConfig()` reads every setting, and tells where each comes from. @throws StartError naming all that is wrong */
export function readConfig(env: NodeJS.ProcessEnv): { config: Config; origins: ReadonlyMap<string, Origin> } {
  const unknown = Object.keys(env).filter(
    (name) => name.startsWith('PICTABLE_') && !known.has(name) && !known.has(name.replace(/_FILE$/, '')),
  )
  const problems = unknown.map(unknownText)
  const all = new Map(names.map((name) => [name, given(name, env)]))
  const parsed = configSchema.safeParse(Object.fromEntries([...all].map(([name, { text }]) => [name, text])))
  for (const name of secretSettings)
    if (all.get(name)?.text?.includes(placeholder))
      problems.push(
        `${name}: still has the placeholder "${placeholder}" of the example. Replace it with your own secret.`,
      )
  for (const issue of parsed.error?.issues ?? []) problems.push(`${issue.path.join('.')}: ${issue.message}.`)
  if (parsed.data !== undefined && parsed.data.PICTABLE_ADMIN_PORT === parsed.data.PICTABLE_PORT)
    problems.push('PICTABLE_ADMIN_PORT: must differ from PICTABLE_PORT.')
  if (parsed.data?.PICTABLE_S3_PUBLIC_URL !== undefined && parsed.data.PICTABLE_S3_SIGNED_URL_SECONDS !== undefined)
    problems.push('PICTABLE_S3_SIGNED_URL_SECONDS: set this or PICTABLE_S3_PUBLIC_URL, not both.')
  problems.push(...(parsed.data === undefined ? [] : problemsOfSmtp(parsed.data)))
  if (!parsed.success || problems.length > 0) {
    throw new StartError(`The settings are invalid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
  }
  return { config: parsed.data, origins: new Map([...all].map(([name, { origin }]) => [name, origin])) }
}

/** As `readConfig()`, for whoever only uses it. */
export const parseConfig = (env: NodeJS.ProcessEnv): Config => readConfig(env).config
