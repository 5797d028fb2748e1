import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@pictable/client'
import { makeDataDirectory } from '@pictable/server/database/prepared-cluster.test-kit.ts'
import { MARK } from '@pictable/server/sandbox/attack.test-kit.ts'
import { z } from 'zod'
import { cardDesign } from '#test/chaos/design.ts'
import type { Form } from '#test/sandbox/forms.ts'
import { freePort } from '#test/server-process.ts'
import { until } from '#test/until.ts'

const adminKey = 'escape-admin-key-0123456789'
const inject = join(process.cwd(), 'packages/server/src/sandbox/inject.test-kit.ts')
const reportSchema = z.object({ decoder: z.string(), outcomes: z.record(z.string(), z.string()) })

/** What came of each escape, by the decoder that was taken over. */
export type Outcomes = Readonly<Record<string, Readonly<Record<string, string>>>>

function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** Has a process that renders work. */
async function renderImage(url: string): Promise<void> {
  const client = createClient({ baseUrl: url, apiKey: adminKey })
  const template = await client.templates.create({ body: { design: cardDesign, publish: true } })
  await client.images.create({ body: { template_id: template.id, values: { Name: 'Escape' } } })
}

/** Has a process that reads table files work. */
function importTable(url: string): Promise<Response> {
  return fetch(`${url}/v1/tables/import?name=Escapes`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'text/csv' },
    body: 'Name\nTeapot\n',
  })
}

/** Files that an escape would leave. */
const traces = /escaped$|^tmp\/(file|folder|pipe|symlink|link)-/

interface Place {
  work: string
  dataDir: string
  temporaryDir: string
  databaseFile: string
}

/** A folder with a database, which the user of the server owns. */
function makePlace(uid: number): Place {
  const work = mkdtempSync(join(tmpdir(), 'pictable-escapes-'))
  const [dataDir, temporaryDir] = [join(work, 'data'), join(work, 'tmp')]
  renameSync(makeDataDirectory('pictable-escapes-data-'), dataDir)
  mkdirSync(temporaryDir)
  chmodSync(work, 0o755)
  if (uid !== process.getuid?.()) execFileSync('chown', ['-R', `${uid}:${uid}`, work])
  return { work, dataDir, temporaryDir, databaseFile: join(dataDir, 'database', 'PG_VERSION') }
}

/** Uses the server until both of its decoders have been taken over. */
async function collect(server: ChildProcess, url: string, sandbox: 'require' | 'off'): Promise<Outcomes> {
  let said = ''
  for (const stream of [server.stdout, server.stderr])
    stream?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  const reports = () =>
    said
      .split('\n')
      .slice(0, -1)
      .flatMap((line) => (line.startsWith(MARK) ? [reportSchema.parse(JSON.parse(line.slice(MARK.length)))] : []))
  const running = (isSo: () => boolean | Promise<boolean>) => () => {
    if (server.exitCode !== null) throw new Error(`The server ended with ${server.exitCode}:\n${said}`)
    return isSo()
  }
  await until(
    () => `The server does not get ready:\n${said}`,
    running(() => isReady(url)),
    { withinMs: 110_000 },
  )
  await renderImage(url)
  const haveReported = running(() => new Set(reports().map(({ decoder }) => decoder)).size === 2)
  const unreported = () => `Not every decoder has reported:\n${said}`
  if (sandbox === 'require') {
    const imported = await importTable(url)
    if (!imported.ok) throw new Error(`The table file was answered with ${imported.status}: ${await imported.text()}`)
    await until(unreported, haveReported)
  } else {
    // Code that has escaped may end the process before it has reported.
    const importAgain = async () => {
      await importTable(url)
      return haveReported()
    }
    await until(unreported, importAgain)
  }
  return Object.fromEntries(reports().map(({ decoder, outcomes }) => [decoder, outcomes]))
}

/** `end()` kills a server and what it runs under: the first process of a namespace takes all others with it. */
function end(server: ChildProcess): void {
  const { pid, exitCode } = server
  if (pid === undefined || exitCode !== null) return
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  server.kill('SIGKILL')
  for (const child of children) {
    try {
      process.kill(Number(child), 'SIGKILL')
    } catch {
      // It has ended with its parent by now.
    }
  }
}

/** What native code that took the decoders of a real server over could do. @throws Error when files of an attack are left although it was refused */
export async function tryEscapes(form: Form, sandbox: 'require' | 'off'): Promise<Outcomes> {
  const place = makePlace(form.uid)
  const port = String(await freePort())
  const [program = '', ...args] = form.command(place.work)
  const server = spawn(program, [...args, '--import', inject, 'packages/server/bin/pictable.js', 'serve'], {
    env: {
      PATH: process.env.PATH,
      HOME: place.temporaryDir,
      NODE_COMPILE_CACHE: join(place.temporaryDir, 'compiled'),
      ESCAPE_DATABASE_FILE: place.databaseFile,
      ESCAPE_TEMPORARY_DIR: place.temporaryDir,
      PICTABLE_ADMIN_KEY: adminKey,
      PICTABLE_DATA_DIR: place.dataDir,
      PICTABLE_LOG_LEVEL: 'warn',
      PICTABLE_PORT: port,
      PICTABLE_RENDER_PROCESSES: '1',
      PICTABLE_SANDBOX: sandbox,
      PICTABLE_SEED_SAMPLE: 'false',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  try {
    const outcomes = await collect(server, `http://127.0.0.1:${port}`, sandbox)
    const left = readdirSync(place.work, { recursive: true, encoding: 'utf8' }).filter((name) => traces.test(name))
    if (sandbox === 'require' && left.length > 0) throw new Error(`Left behind by a decoder: ${left.join(', ')}`)
    return outcomes
  } finally {
    end(server)
    rmSync(place.work, { recursive: true, force: true })
  }
}
