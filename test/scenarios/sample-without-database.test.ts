import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'vitest'
import { startPostgresBehindProxy } from '#test/chaos/postgres.ts'
import { needs } from '#test/needs.ts'
import { pictableProgram } from '#test/programs.ts'
import { quickFlags } from '#test/quick-flags.ts'
import { freePort } from '#test/server-process.ts'

const postgresql = needs('postgresql')

/** Starts `pictable serve` on an empty data folder. */
async function startEmpty(databaseUrl: string, closing: AsyncDisposableStack) {
  const dataDir = mkdtempSync(join(tmpdir(), 'pictable-sample-'))
  closing.defer(async () => rmSync(dataDir, { recursive: true, force: true }))
  const port = await freePort()
  const child = spawn(process.execPath, [...quickFlags, pictableProgram(), 'serve'], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PICTABLE_DATABASE_URL: databaseUrl,
      PICTABLE_DATA_DIR: dataDir,
      PICTABLE_PORT: String(port),
      PICTABLE_PUBLIC_URL: 'https://pictable.example',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()))
  closing.defer(async () => {
    child.kill('SIGKILL')
    await gone
  })
  let printed = ''
  const look = new Set<() => void>()
  const lookAll = () => look.forEach((one) => void one())
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      lookAll()
    })
  child.once('close', lookAll)
  return {
    output: () => printed,
    /** Resolves when it has printed the text. */
    shown: (text: string) =>
      new Promise<void>((resolve, reject) => {
        const one = () => {
          if (printed.includes(text)) resolve()
          else if (child.exitCode !== null) reject(new Error(`the server ended:\n${printed}`))
        }
        look.add(one)
        one()
      }),
    isAlive: () => child.exitCode === null && child.signalCode === null,
    readyStatus: () => fetch(`http://127.0.0.1:${port}/readyz`).then(({ status }) => status),
  }
}

test.skipIf(!postgresql.found).for([
  ['before its rows are stored', 'Pictable has started'],
  ['while its images are rendered', 'Rendering the images'],
] as const)(
  'a server continues and completes the sample when its database goes away %s',
  async ([_when, moment], { expect }) => {
    if (!postgresql.found) return
    await using closing = new AsyncDisposableStack()
    const { url, proxy } = await startPostgresBehindProxy(postgresql.path, closing)
    const server = await startEmpty(url, closing)
    await server.shown(moment)
    await proxy.set('down')
    await server.shown('waits for the database')
    expect(server.isAlive()).toBe(true)
    await expect.poll(server.readyStatus).toBe(503)
    await proxy.set('none')
    await server.shown('11 images are ready')
    // Where its users reach it, not where it listens.
    await server.shown('https://pictable.example/v1/images')
    expect(server.output()).toMatch(/is running at https:\/\/pictable\.example$/m)
    expect(await server.readyStatus()).toBe(200)
    expect(server.output().match(/11 images are ready/g)).toHaveLength(1)
  },
)
