import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Packed } from './pack.ts'

const quiet = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']

/** What an installed Pictable did at its first start. */
export interface FirstStart {
  /** All that it printed. */
  output: string
  /** The first image, as it was answered. */
  image: { type: string; bytes: number }
  /** The page of the dashboard. */
  page: string
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port is free')
  return address.port
}

async function useServer(output: string): Promise<FirstStart> {
  const [url = ''] = /http:\/\/\S+\/images\/\S+/.exec(output) ?? []
  const image = await fetch(url)
  const { byteLength } = await image.arrayBuffer()
  const page = await (await fetch(new URL('/', url), { headers: { accept: 'text/html' } })).text()
  if (!page.includes('<html')) throw new Error('the server has no dashboard')
  // As a client that takes no brotli: the package has texts packed only.
  const [script = 'none'] = /\/assets\/[\w.-]+\.js/.exec(page) ?? []
  const sent = await fetch(new URL(script, url), { headers: { 'accept-encoding': 'identity' } })
  if (!sent.ok || !(await sent.text()).includes('import')) throw new Error(`the dashboard lacks ${script}`)
  return { output, image: { type: image.headers.get('content-type') ?? '', bytes: byteLength }, page }
}

const STARTS_WITHIN_MS = 120_000

/** Starts the `pictable` of a folder for the first time, as a person does, and looks at an image and at the dashboard. */
export async function firstStart(folder: string, settings: Readonly<Record<string, string>> = {}): Promise<FirstStart> {
  const port = await freePort()
  const program = join(folder, 'node_modules', '.bin', 'pictable')
  // Without an argument it serves. It is started by its path: the Node that runs this is new enough.
  const child = spawn(process.execPath, [program], {
    cwd: folder,
    env: { PATH: process.env.PATH, PICTABLE_PORT: `${port}`, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: STARTS_WITHIN_MS,
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  let output = ''
  const isReady = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        if (output.includes('curl -s')) resolve()
      })
  })
  try {
    await Promise.race([
      isReady,
      ended.then((code) => {
        throw new Error(`pictable ended with ${code}:\n${output}`)
      }),
    ])
    return await useServer(output)
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

/** Disk space, as `du` counts it. */
export const diskBytes = (folder: string): number =>
  Number.parseInt(execFileSync('du', ['-sk', folder], { encoding: 'utf8' }), 10) * 1024

async function inFolder<Result>(work: (folder: string) => Promise<Result> | Result): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'pictable-release-'))
  try {
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function install(folder: string, packed: readonly Packed[]): void {
  execFileSync('npm', ['install', ...packed.map(({ path }) => path), ...quiet], { cwd: folder, stdio: 'inherit' })
}

/** Installs the command in an empty folder and starts it. @throws unless it makes images and shows the dashboard */
export async function provePictable(packed: readonly Packed[]): Promise<{ installedBytes: number }> {
  return inFolder(async (folder) => {
    install(
      folder,
      packed.filter(({ name }) => name === 'pictable'),
    )
    const installedBytes = diskBytes(join(folder, 'node_modules'))
    const { image } = await firstStart(folder)
    if (!image.type.startsWith('image/') || image.bytes < 1000)
      throw new Error(`the first image is ${JSON.stringify(image)}`)
    return { installedBytes }
  })
}

/** Installs all other packages in an empty folder, and loads what can be loaded. */
export async function proveLibraries(packed: readonly Packed[]): Promise<void> {
  await inFolder((folder) => {
    const libraries = packed.filter(({ name }) => name !== 'pictable')
    install(folder, libraries)
    for (const name of ['@pictable/client', '@pictable/renderer'])
      execFileSync(process.execPath, ['--input-type=module', '-e', `await import('${name}')`], {
        cwd: folder,
        stdio: 'inherit',
      })
  })
}
