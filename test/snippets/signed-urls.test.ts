import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SignedApp, startSignedApp } from '#test/scenarios/signed-kit.ts'
import { build, type Program, typeErrorsIn, writePrograms } from '#test/snippets/guide-programs.ts'
import { hasRuntime } from '#test/snippets/runtime.ts'

const { folder, names } = writePrograms('signed-urls.md')
const run = promisify(execFile)

const programs: readonly Program[] = [
  { name: 'sign.ts', command: [process.execPath, 'sign.ts'] },
  { name: 'sign.mjs', command: [process.execPath, 'sign.mjs'] },
  { name: 'sign.py', command: ['python3', 'sign.py'], runtime: 'python3' },
  { name: 'sign.php', command: ['php', 'sign.php'], runtime: 'php' },
  { name: 'sign.go', command: ['./sign-go'], runtime: 'go', build: ['go', 'build', '-o', 'sign-go', 'sign.go'] },
  { name: 'sign.sh', command: ['sh', 'sign.sh'], runtime: 'openssl' },
]

const titles = [
  'Hello',
  '',
  'a b',
  'a=b&c=d&sig=e',
  `it's "quoted" (really) <b>!*~</b>`,
  '100 % +1 #top ?x / \\ $(id) `id` ;',
  'Größe é 日本語 🐎',
  'two\nlines\tand a tab',
  '%20%2B',
  'x'.repeat(1000),
]

let app: SignedApp

beforeAll(async () => {
  app = await startSignedApp()
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await app.close()
})

test('every program of the guide is run', () => {
  expect(names).toEqual(programs.map(({ name }) => name).sort())
})

const runnable = programs.filter(({ runtime }) => runtime === undefined || hasRuntime(runtime))

describe.concurrent.each(runnable)('$name signs', (program) => {
  beforeAll(() => build(folder, program))

  async function signed(...pairs: string[]): Promise<string> {
    const [command, ...args] = program.command
    const env = {
      PATH: process.env.PATH,
      PICTABLE_URL: app.url,
      URL_KEY_ID: app.key.id,
      URL_KEY_SECRET: app.key.secret,
    }
    const { stdout } = await run(command, [...args, app.templateId, ...pairs], { cwd: folder, env })
    return stdout.trim()
  }

  test.each(titles)('the title %j', async (title) => {
    const url = await signed(`title=${title}`)
    // Browsers put addresses right before they send them: there must be nothing to put right.
    expect(new URL(url).href).toBe(url)
    const { status, body } = await app.raw(url.replace(app.url, ''))
    expect([status, JSON.parse(body.replace(/^.*? of /s, ''))]).toEqual([200, { title }])
  })

  test('several values, and none', async () => {
    const photo = 'https://example.com/a.png?b=c&d=%20'
    const { status, body } = await app.raw((await signed('title=a', `photo=${photo}`)).replace(app.url, ''))
    expect([status, JSON.parse(body.replace('png of ', ''))]).toEqual([200, { title: 'a', photo }])
    expect((await app.raw((await signed()).replace(app.url, ''))).status).toBe(200)
  })
})

test('the program in TypeScript has types', () => {
  expect(typeErrorsIn(folder, 'sign.ts')).toBe('')
})
