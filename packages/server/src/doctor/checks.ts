import { randomBytes, randomUUID } from 'node:crypto'
import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { missingFonts } from '@pictable/renderer/bundled'
import { templateSchema } from '@pictable/renderer/template'
import { MailError } from '#core/ports/mail.ts'
import { createAddressPolicy } from '#net/policy/address-policy.ts'
import { publicUrlProblem } from '#net/policy/public-url-problem.ts'
import { createResolve } from '#net/resolve.ts'
import { createRenderPool } from '#rendering/render-pool.ts'
import { missingLayers, supportedSandbox } from '#sandbox/sandbox.ts'
import { publicUrlOf } from '#server/settings/addresses.ts'
import type { Config } from '#server/settings/config.ts'
import { strayUrlProblem } from '#server/start/check-public-url.ts'
import { dnsOf, openMailer } from '#server/start/open-net.ts'
import { openStorageAt, storageAddress } from '#server/start/open-storage.ts'
import { type Check, type Finding, failed, ok, timed, warning } from './check.ts'
import { databaseChecks } from './check-database.ts'
import { lookAtImages, visitSettings } from './check-images.ts'
import { lookAtPorts } from './check-ports.ts'
import { checkSources } from './check-sources.ts'

const scarceBytes = 1_000_000_000
const slowSyncMs = 100
const answerWithinMs = 5000

/** The folder itself, or the nearest one above that is there. */
const nearest = (path: string): string => (existsSync(path) ? path : nearest(dirname(path)))

async function syncMs(folder: string): Promise<number> {
  const path = join(folder, `.doctor-${randomUUID()}`)
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(randomBytes(8192))
    return await timed(() => file.datasync())
  } finally {
    await file.close()
    await rm(path)
  }
}

async function lookAtFolder({ PICTABLE_DATA_DIR: dataDir }: Config): Promise<Finding> {
  const folder = nearest(dataDir)
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    return failed(
      `${folder} cannot be written to.`,
      'Give the user that runs Pictable write permission, or set PICTABLE_DATA_DIR.',
    )
  }
  const { bavail, bsize } = statfsSync(folder)
  const freeBytes = bavail * bsize
  const durableMs = await syncMs(folder)
  const detail = `${dataDir}: ${(freeBytes / 1e9).toFixed(1)} GB free, a durable write takes ${durableMs.toFixed(1)} ms`
  if (freeBytes < scarceBytes) return warning(detail, 'Free some space, or set PICTABLE_DATA_DIR to a larger disk.')
  if (durableMs > slowSyncMs) return warning(detail, 'Every commit waits for the disk: use a faster one.')
  return ok(detail)
}

async function lookAtStorage(config: Config): Promise<Finding> {
  const address = storageAddress(config.PICTABLE_STORAGE)
  if (address.isMissing?.(config)) return ok(`${address.kind}, created at the first start`)
  const storage = await openStorageAt(config)
  try {
    const key = `checks/${randomBytes(8).toString('hex')}`
    const bytes = randomBytes(64)
    const takesMs = await timed(async () => {
      await storage.put(key, bytes, 'application/octet-stream')
      if (!bytes.equals((await storage.get(key)) ?? new Uint8Array()))
        throw new Error('It returns different bytes than were stored.')
      await storage.delete(key)
    })
    return ok(`${config.PICTABLE_STORAGE}: put, get and delete in ${takesMs.toFixed(0)} ms`)
  } finally {
    await storage.close()
  }
}

/** A card with text in a font of ours, drawn in a process as records are. */
const design = templateSchema.parse({
  schema: 1,
  name: 'Doctor',
  width: 320,
  height: 180,
  layers: [
    { name: 'Text', type: 'text', x: 16, y: 16, width: 288, height: 148, text: 'Pictable 日本語 نص', fontSize: 28 },
  ],
})

/** What to install for text that few images have. */
const optionalFontsText = () =>
  missingFonts()
    .map(({ use, specifier }) => `; ${use} needs one more font: npm install ${specifier}`)
    .join('')

async function lookAtRendering(): Promise<Finding> {
  const pool = createRenderPool({ processes: 1, loadPicture: () => Promise.reject(new Error('nothing to load')) })
  try {
    const startMs = await timed(() => pool.start())
    let warnings: unknown
    const drawMs = await timed(async () => {
      const job = { values: {}, modifications: [], fonts: [], output: { formats: ['png' as const] } }
      const { report } = await pool.render({ ...job, version: { templateId: null, version: null, design } })
      warnings = report.warnings
    })
    const detail = `a process starts in ${startMs.toFixed(0)} ms and renders its first card in ${drawMs.toFixed(0)} ms${optionalFontsText()}`
    if (Array.isArray(warnings) && warnings.length > 0)
      return warning(`${detail}; ${JSON.stringify(warnings)}`, 'Reinstall Pictable: font files are missing.')
    return ok(detail)
  } finally {
    await pool.close()
  }
}

async function checkSandbox({ PICTABLE_SANDBOX: mode }: Config): Promise<Finding> {
  if (mode === 'off')
    return warning('off', 'Remove PICTABLE_SANDBOX=off, unless the render processes do not start without it.')
  const missing = missingLayers(supportedSandbox)
  if (missing.length > 0)
    return warning(missing.join(' '), 'Use a newer kernel to protect the server from uploaded files.')
  return ok(`Landlock ${supportedSandbox.landlock} and seccomp`)
}

async function lookAtPublicUrl(config: Config): Promise<Finding> {
  const url = publicUrlOf(config)
  const stray = await strayUrl(config)
  if (stray !== undefined) return failed(stray, 'Follow the message: a process without the sandbox does not start.')
  const problem = publicUrlProblem(url)
  const answer = await fetch(`${url}/livez`, { redirect: 'manual', signal: AbortSignal.timeout(answerWithinMs) }).then(
    ({ status }) => (status === 200 ? 'and responds' : `and responds with ${status}`),
    () => 'and is unreachable',
  )
  if (problem !== undefined)
    return warning(
      `${url}, ${problem}, ${answer}`,
      'Set PICTABLE_PUBLIC_URL to a URL that hosted tables and viewers of images can reach.',
    )
  if (answer !== 'and responds')
    return warning(`${url} ${answer}`, 'Start the server, and check that the proxy in front of it forwards to it.')
  return ok(`${url} ${answer}`)
}

/** Only processes that share a database can disagree. */
async function strayUrl(config: Config): Promise<string | undefined> {
  if (config.PICTABLE_DATABASE_URL === undefined) return undefined
  const known = await visitSettings(config, (settings) => settings.get('public_url')).catch(() => undefined)
  return strayUrlProblem(config, known)
}

async function lookOutside(config: Config): Promise<Finding> {
  createAddressPolicy({ allow: config.PICTABLE_EGRESS_ALLOW })
  const resolve = createResolve(config.PICTABLE_DNS_SERVERS?.split(','))
  try {
    const tookMs = await timed(() => resolve('example.com'))
    return ok(`names are resolved in ${tookMs.toFixed(0)} ms`)
  } catch {
    return warning(
      'The name example.com cannot be resolved.',
      'Pictures by URL, webhooks and hosted tables need DNS: check the network, or set PICTABLE_DNS_SERVERS.',
    )
  }
}

const signInWithinMs = 15_000

async function checkMail(config: Config): Promise<Finding> {
  const mailer = openMailer(config, dnsOf(config))
  if (mailer === null) return ok('not set up: PICTABLE_SMTP_HOST and PICTABLE_SMTP_FROM turn on email notifications')
  const { PICTABLE_SMTP_HOST: host, PICTABLE_SMTP_USER: user } = config
  try {
    const tookMs = await timed(() => mailer.check({ timeoutMs: signInWithinMs, signal: new AbortController().signal }))
    return ok(
      `${host} ${user === undefined ? 'responds' : 'accepts the sign-in'} in ${tookMs.toFixed(0)} ms, sender ${mailer.from}`,
    )
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    return failed(error.message, 'Correct the settings PICTABLE_SMTP_*. Until then notifications by email wait.')
  }
}

/** In this order. */
export const checks: readonly Check[] = [
  { name: 'data folder', look: lookAtFolder },
  ...databaseChecks,
  { name: 'storage', look: lookAtStorage },
  { name: 'images', look: lookAtImages, after: 'database' },
  { name: 'sources', look: checkSources },
  { name: 'rendering and fonts', look: lookAtRendering },
  { name: 'sandbox', look: checkSandbox },
  { name: 'ports', look: lookAtPorts },
  { name: 'public URL', look: lookAtPublicUrl },
  { name: 'outgoing network', look: lookOutside },
  { name: 'email', look: checkMail },
]
