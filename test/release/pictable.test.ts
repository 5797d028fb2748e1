import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Packed, packAll } from '#release/pack.ts'
import { diskBytes, type FirstStart, firstStart } from '#release/prove.ts'
import { root } from '#release/workspace.ts'
import { installOffline } from '#test/release/install-offline.ts'
import { freePort } from '#test/server-process.ts'

const MOST_INSTALLED_BYTES = 250_000_000

let work = ''
let user = ''
let packed: Packed[] = []
let first: FirstStart

/** Runs the installed command to its end. */
function pictable(args: readonly string[], settings: Readonly<Record<string, string>> = {}) {
  const program = join(user, 'node_modules', '.bin', 'pictable')
  const env = { PATH: process.env.PATH, ...settings }
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: user,
    env,
    encoding: 'utf8',
  })
  return { status, said: stdout + stderr }
}

const svg = (word: string) =>
  `data:image/svg+xml;base64,${Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="40"><text x="5" y="30">${word}</text></svg>`,
  ).toString('base64')}`

beforeAll(async () => {
  work = mkdtempSync(join(tmpdir(), 'pictable-installed-'))
  user = join(work, 'user')
  mkdirSync(user)
  packed = await packAll(join(work, 'packed'), ['pictable'])
  installOffline(user, packed)
  first = await firstStart(user)
})

afterAll(() => rmSync(work, { recursive: true, force: true }))

test('pictable, installed in an empty folder, renders its sample and has the dashboard', () => {
  expect(first.output).toContain('11 images are ready')
  expect(first.image).toMatchObject({ type: 'image/jpeg' })
  expect(first.image.bytes).toBeGreaterThan(10_000)
  const [script = ''] = /assets\/[\w.-]+\.js/.exec(first.page) ?? []
  const dist = join(user, 'node_modules', 'pictable', 'dist')
  expect(existsSync(join(dist, 'packages', 'dashboard', 'dist', `${script}.br`))).toBe(true)
  expect(first.output).not.toMatch(/sandbox is missing|"level":"(warn|error)"/)
})

test('an installation takes at most 250 MB besides Node, and has no sources or tests', () => {
  expect(diskBytes(join(user, 'node_modules'))).toBeLessThan(MOST_INSTALLED_BYTES)
  const listed = execFileSync('tar', ['-tzf', packed[0]?.path ?? ''], { encoding: 'utf8', maxBuffer: 8_000_000 }).split(
    '\n',
  )
  expect(listed.filter((path) => /\.tsx?$|\.test\./.test(path))).toEqual([])
  const pages = ['dist/packages/dashboard/dist/licences.json.br', 'dist/packages/docs/dist/index.html.br']
  const database = 'dist/packages/server/prepared/database.tar.zst'
  for (const name of ['LICENSE', 'README.md', 'sbom.json', database, ...pages])
    expect(listed).toContain(`package/${name}`)
})

test('an installation draws the same pixels as the sources', () => {
  const render = ['render', 'examples/templates/multilingual-card.json', 'examples/data/multilingual-card.csv', '--out']
  const draw = (program: string, out: string) =>
    execFileSync(process.execPath, [program, ...render, out], { cwd: root, stdio: 'pipe' })
  draw('packages/server/bin/pictable.js', join(work, 'sources'))
  draw(join(user, 'node_modules', '.bin', 'pictable'), join(work, 'installed'))
  expect(execFileSync('diff', ['-r', join(work, 'sources'), join(work, 'installed')], { encoding: 'utf8' })).toBe('')
})

test('text whose font is an optional package fails with what to install, and the doctor names it', () => {
  const layers = [{ type: 'svg', name: 'Logo', src: { bind: 'Logo' }, width: 90, height: 40 }]
  writeFileSync(join(user, 'logo.json'), JSON.stringify({ schema: 1, width: 90, height: 40, layers }))
  writeFileSync(join(user, 'logos.csv'), `Logo\n"${svg('Logo')}"\n"${svg('ロゴ')}"\n`)
  const { status, said } = pictable(['render', 'logo.json', 'logos.csv', '--out', 'logos'])
  expect(status).toBe(1)
  expect(said).toMatch(
    /Logo.* needs a font that is not installed.*npm install @expo-google-fonts\/noto-sans-jp@0\.4\.3/s,
  )
  const doctor = pictable(['doctor'])
  expect(doctor.said).toMatch(/rendering and fonts: .*npm install @expo-google-fonts\/noto-sans-jp@0\.4\.3/)
})

test('a start that is not possible says what to do', async () => {
  const taken = createServer()
  const port = await freePort()
  await new Promise<void>((resolve) => taken.listen(port, '127.0.0.1', resolve))
  const busy = pictable([], { PICTABLE_PORT: `${port}`, PICTABLE_DATA_DIR: join(work, 'busy') })
  await new Promise((resolve) => taken.close(resolve))
  expect(busy).toMatchObject({ status: 1, said: expect.stringMatching(/in use .* PICTABLE_PORT=\d+ npx pictable/) })
  const readOnly = pictable([], { PICTABLE_PORT: `${port}`, PICTABLE_DATA_DIR: '/proc/pictable' })
  expect(readOnly).toMatchObject({ status: 1, said: expect.stringMatching(/\/proc\/pictable.*PICTABLE_DATA_DIR/s) })
})
