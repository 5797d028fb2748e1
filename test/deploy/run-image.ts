/**
 * Does what the Dockerfile says, in folders instead of containers, and uses the outcome: where no container engine is at
 * hand this proves the steps. `node test/deploy/run-image.ts`, as root, since the server runs as another user.
 */
import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createClient } from '@pictable/client'
import { z } from 'zod'
import { cardDesign } from '#test/chaos/design.ts'
import { copyOf, type Stage, stagesOf } from '#test/deploy/dockerfile.ts'
import { freePort } from '#test/server-process.ts'

const repository = join(import.meta.dirname, '..', '..')
const adminKey = 'run-image-admin-key-0123456789'
const words = z.array(z.string())

/** As .dockerignore leaves it out. */
const left = /\/(node_modules|dist)$|\.test(-kit)?\.tsx?$/

const work = mkdtempSync(join(tmpdir(), 'pictable-image-'))
// As in the image, each user reaches what it may.
chmodSync(work, 0o755)
const folderOf = (stage: string) => join(work, stage === '' ? 'image' : stage)

function copy(text: string, workdir: string): void {
  const { stage, sources, target } = copyOf(text)
  for (const source of sources) {
    const from = stage === null ? join(repository, source) : join(folderOf(stage), source)
    const isInto = target.endsWith('/') && !statSync(from).isDirectory()
    const filter = (path: string) => stage !== null || !left.test(path.slice(repository.length))
    const to = join(workdir, target, isInto ? basename(source) : '')
    cpSync(from, to, { recursive: true, filter, verbatimSymlinks: true })
  }
}

interface Built {
  root: string
  workdir: string
  environment: Record<string, string>
  user: string
  start: string[]
}

/** One instruction; those that only describe the image have nothing to do. */
function follow(built: Built, word: string, text: string): void {
  const { root, environment } = built
  if (word === 'WORKDIR') built.workdir = join(root, text)
  if (word === 'COPY') copy(text, built.workdir)
  if (word === 'ENV') for (const [, name = '', value = ''] of text.matchAll(/(\w+)=(\S+)/g)) environment[name] = value
  if (word === 'USER') built.user = text
  if (word === 'ENTRYPOINT' || word === 'CMD') built.start.push(...words.parse(JSON.parse(text)))
  if (word !== 'RUN') return
  const options = { cwd: built.workdir, stdio: 'inherit' } as const
  const inFolder = text.replaceAll(' /data', ` ${root}/data`).replaceAll("'/pictable/", `'${root}/pictable/`)
  execFileSync('bash', ['-ec', inFolder], options)
}

function build({ name, from, instructions }: Stage): Built {
  const root = folderOf(name)
  if (existsSync(folderOf(from))) cpSync(folderOf(from), root, { recursive: true, verbatimSymlinks: true })
  const built: Built = { root, workdir: join(root, 'pictable'), environment: {}, user: '', start: [] }
  mkdirSync(built.workdir, { recursive: true })
  for (const { word, text } of instructions) {
    console.log(`  ${basename(root)}: ${word} ${text.slice(0, 100)}`)
    follow(built, word, text)
  }
  return built
}

/** One image through the API of the server that runs there. */
async function useServer(url: string): Promise<void> {
  const client = createClient({ baseUrl: url, apiKey: adminKey })
  const template = await client.templates.create({ body: { design: cardDesign, publish: true } })
  const image = await client.images.create({ body: { template_id: template.id, values: { Name: 'From the image' } } })
  const answer = await fetch(image.files[0]?.url ?? '')
  const bytes = (await answer.arrayBuffer()).byteLength
  if (answer.status !== 200 || bytes < 1000)
    throw new Error(`the image was answered with ${answer.status}, ${bytes} bytes`)
  const page = await fetch(url, { headers: { accept: 'text/html' } })
  if (!(await page.text()).includes('<html')) throw new Error('there is no dashboard')
  console.log(`  ready, an image of ${bytes} bytes, and the dashboard`)
}

async function untilReady(url: string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    const { ok } = await fetch(`${url}/readyz`).catch(() => ({ ok: false }))
    if (ok) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('the server does not get ready')
}

async function start({ root, workdir, environment, user, start: [, ...command] }: Built): Promise<void> {
  const [uid = 0, gid = 0] = user.split(':').map(Number)
  const tmp = join(root, 'tmp')
  mkdirSync(tmp)
  chownSync(tmp, uid, gid)
  chmodSync(root, 0o755)
  // The folder belongs to root, so nobody else writes there: as a read-only root has it.
  execFileSync('chmod', ['-R', 'go-w,a+rX', workdir])
  const port = await freePort()
  const settings = {
    ...environment,
    PICTABLE_DATA_DIR: join(root, environment.PICTABLE_DATA_DIR ?? ''),
    NODE_COMPILE_CACHE: join(root, environment.NODE_COMPILE_CACHE ?? ''),
    PICTABLE_HOST: '127.0.0.1',
    PICTABLE_PORT: String(port),
    PICTABLE_ADMIN_KEY: adminKey,
    PICTABLE_RENDER_PROCESSES: '1',
    TMPDIR: tmp,
  }
  const server = spawn(process.execPath, command, { cwd: workdir, uid, gid, env: settings, stdio: 'inherit' })
  const ended = new Promise<number | null>((resolve) => server.once('exit', resolve))
  try {
    await untilReady(`http://127.0.0.1:${port}`)
    await useServer(`http://127.0.0.1:${port}`)
  } finally {
    server.kill('SIGTERM')
  }
  const code = await ended
  if (code !== 0) throw new Error(`the server ended with ${code}`)
  if (readdirSync(settings.NODE_COMPILE_CACHE, { recursive: true }).length < 100)
    throw new Error('the image has no compiled code of the decoders')
  const written = execFileSync('find', [workdir, '-user', String(uid)], { encoding: 'utf8' })
  if (written !== '') throw new Error(`written outside of /data and /tmp:\n${written}`)
  console.log('  ended with 0 on SIGTERM, nothing written outside of /data and /tmp')
}

try {
  const built = stagesOf(readFileSync(join(repository, 'Dockerfile'), 'utf8')).map(build)
  const image = built.at(-1)
  if (image !== undefined) await start(image)
} finally {
  rmSync(work, { recursive: true, force: true })
}
