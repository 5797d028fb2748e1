import { readFileSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { fontPack, startGoogleFonts } from '#test/fakes/fonts/google-fonts.ts'
import { blocksIn, guidePages, stepsIn } from '#test/guides/blocks.ts'
import { jsonDifference, textDifference } from '#test/guides/difference.ts'
import { worldOf } from '#test/guides/page-worlds.ts'
import { anyRejection, runSteps } from '#test/guides/run-steps.ts'
import { freePort, type ServerProcess, startServerProcess } from '#test/server-process.ts'
import { until } from '#test/until.ts'

const root = join(import.meta.dirname, '..', '..')
/** With tests of their own: point-in-time.test.ts and sql.test.ts; README.md is below. */
const exclude = ['docs/guides/point-in-time-recovery.md', 'docs/guides/sql.md', 'README.md']
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const guides = guidePages.filter((path) => !exclude.includes(path) && stepsIn(blocksIn(read(path))).length > 0)

let server: ServerProcess
let google: Awaited<ReturnType<typeof startGoogleFonts>>
let settings: { PICTABLE_PORT: string; PICTABLE_DATA_DIR: string }
let dataDir: string
let key: string
/** Of an installation that does not run. */
let stoppedDataDir: string

const untilFound = <Found>(look: () => Found | undefined | Promise<Found | undefined>): Promise<Found> =>
  until(() => server.output(), look)

/** What no one has filled in. */
const placeholder = /<[a-z]+ [a-z ]+>/

/** Fills in what a page leaves to its reader. */
function filled(page: string, values: Readonly<Record<string, string>> = {}): string {
  const own = { 'http://127.0.0.1:4400': server.url, '<your key>': key, '<the key that was printed>': key, ...values }
  return Object.entries(own).reduce((text, [placeholder, value]) => text.replaceAll(placeholder, value), page)
}

function asked(path: string, method = 'GET'): Promise<Response> {
  return fetch(`${server.url}${path}`, { method, headers: { authorization: `Bearer ${key}` } })
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pictable-guides-'))
  google = await startGoogleFonts()
  settings = { PICTABLE_PORT: String(await freePort()), PICTABLE_DATA_DIR: dataDir }
  const more = {
    PICTABLE_FONT_PACK: fontPack,
    PICTABLE_GOOGLE_FONTS_URL: google.url,
    PICTABLE_EGRESS_ALLOW: '127.0.0.0/8',
  }
  server = await startServerProcess({ ...settings, ...more })
  key = await untilFound(() => /pct_\w+/.exec(server.output())?.[0])
  await untilFound(() => /Try it:/.exec(server.output())?.[0])
  await server.end('SIGTERM')
  stoppedDataDir = await mkdtemp(join(tmpdir(), 'pictable-guides-stopped-'))
  await cp(dataDir, stoppedDataDir, { recursive: true })
  server = await startServerProcess({ ...settings, ...more })
  await untilFound(() => /Try it:/.exec(server.output())?.[0])
})

afterAll(async () => {
  await server.end('SIGKILL')
  await google.close()
  for (const folder of [dataDir, stoppedDataDir]) await rm(folder, { recursive: true, force: true })
})

describe('the commands of', () => {
  test.each(guides)('%s do what it tells', async (path) => {
    const world = await worldOf(path, { url: server.url, key, settings, stoppedDataDir })
    try {
      const steps = stepsIn(blocksIn(filled(read(path), world.values)))
      expect(steps.map(({ command }) => command.code).join('\n')).not.toMatch(placeholder)
      expect(await runSteps(steps, world.environment ?? {})).toEqual([])
    } finally {
      await world.close?.()
    }
  })

  test('README.md do what it tells, with the ids of a first start', async () => {
    const action = /act_\w+/.exec(server.output())?.[0] ?? ''
    const template = /tpl_\w+/.exec(server.output())?.[0] ?? ''
    const answer = await asked(`/v1/runs?action_id=${action}`)
    const { results } = z.object({ results: z.array(z.object({ id: z.string() })) }).parse(await answer.json())
    const values = { '<action id>': action, '<template id>': template, '<run id>': results.at(-1)?.id ?? '' }
    const blocks = blocksIn(filled(read('README.md'), values))
    const steps = stepsIn(blocks).map((step) => ({ ...step, shown: undefined }))
    expect(steps.map(({ command }) => command.code).join('\n')).not.toMatch(placeholder)
    expect(steps.length).toBeGreaterThanOrEqual(2)
    expect(await runSteps(steps, {})).toEqual([])
    const shown = blocks.find(({ language }) => language === 'json')?.code ?? ''
    expect(jsonDifference(JSON.parse(shown), await (await asked(`/v1/tablesources/${action}`, 'POST')).json())).toEqual(
      [],
    )
  })
})

describe('packages/client/README.md', () => {
  test('calls the API as it shows', async () => {
    // what the page before has triggered would still be under way
    const action = /act_\w+/.exec(server.output())?.[0] ?? ''
    const idle = z.object({ status: z.null() })
    await untilFound(async () => idle.safeParse(await (await asked(`/v1/tablesources/${action}`)).json()).data)
    const page = filled(read('packages/client/README.md'))
    const [example] = blocksIn(page).filter(({ language }) => language === 'ts')
    const command = {
      language: 'sh',
      info: '',
      line: 1,
      code: `cat > calls.ts <<'TS'\n${example?.code}\nTS\nnpx node calls.ts`,
    }
    const shown = {
      language: 'text',
      info: '',
      line: 1,
      code: 'Starting\nhttp…/images/img_….webp\n404 not_found There is no run run_nope.',
    }
    expect(await runSteps([{ command, exitCode: 0, shown }], { PICTABLE_KEY: key })).toEqual([])
  })
})

describe('docs/guides/events.md', () => {
  test('watches runs as it shows', async () => {
    const action = /act_\w+/.exec(server.output())?.[0] ?? ''
    const page = filled(read('docs/guides/events.md'))
    const [program] = blocksIn(page).filter(({ info }) => info === 'watch.ts')
    const trigger = `curl -sS -X POST ${server.url}/v1/tablesources/${action} -H "Authorization: Bearer $PICTABLE_KEY"`
    const code = `cat > watch.ts <<'TS'
${program?.code.replace('60_000', '15_000')}
TS
(sleep 4; ${trigger}) > /dev/null &
npx node watch.ts`
    const command = { language: 'sh', info: '', line: 1, code }
    const shown = { language: 'text', info: '', line: 1, code: '…run_… … of …' }
    expect(await runSteps([{ command, exitCode: 0, shown }], { PICTABLE_KEY: key })).toEqual([])
  })
})

describe('docs/reference/api.md', () => {
  /** There is nothing of the names that stand in for those of a reader, and no one is logged in. */
  const understood =
    /"code":"(not_found|unauthorized|forbidden|conflict|image_failed|fonts_unavailable)"|[Tt]here is no /
  const isRefused = (answer: string) => anyRejection(answer) && !understood.test(answer)

  function filledIn(code: string): string {
    const isFont = /fonts|layout-tables/.test(code)
    const font = 'node_modules/@expo-google-fonts/noto-serif/700Bold/NotoSerif_700Bold.ttf'
    const file = isFont ? font : code.includes('text/csv') ? 'examples/products.csv' : 'examples/photos/mug.jpg'
    return code
      .replace('<file>', file)
      .replace('<session>', 'a-session')
      .replace('<version>', '1')
      .replaceAll(/<(\w+)>/g, '$1')
  }

  test('has commands that the server understands', async () => {
    const steps = stepsIn(blocksIn(read('docs/reference/api.md'))).map((step) => {
      // a stream of events has no end
      const code = `${filledIn(step.command.code.trim())} --max-time 10 --output - || [ $? = 28 ]`
      return { ...step, command: { ...step.command, code }, isRefused }
    })
    expect(steps.length).toBeGreaterThan(150)
    expect(await runSteps(steps, { PICTABLE_URL: server.url, PICTABLE_KEY: key })).toEqual([])
  })
})

describe('a page is caught', () => {
  const step = (page: string) => stepsIn(blocksIn(page))

  test.each([
    ['by a command that fails', '```sh\nfalse\n```\n', /line 2: ended with 1 instead of 0/],
    ['by a command that ends otherwise than told', '```sh exit=2\nfalse\n```\n', /ended with 1 instead of 2/],
    ['by another text', '```sh\necho one\n```\n\n```text\ntwo\n```\n', /printed:\none/],
    ['by another key', '```sh\necho \'{"a":1}\'\n```\n\n```json\n{"b":1}\n```\n', /\/b is shown, but not answered/],
    ['by a refusal', '```sh\necho \'{"type":"urn:pictable:problem:not_found"}\'\n```\n', /refused/],
    ['by an end of the shell', '```sh\nexit\n```\n\n```sh\ntrue\n```\n', /line 6: was not reached/],
  ])('%s', async (_what, page, message) => {
    expect((await runSteps(step(page), {})).join('\n')).toMatch(message)
  })

  test.each([
    [{ a: 'img_…', n: 12_345 }, { a: 'img_1', n: 7 }, 0],
    [{ a: 1 }, { a: 2 }, 1],
    [{ a: 1, '…': '…' }, { a: 1, b: 2 }, 0],
    [{ a: 1 }, { a: 1, b: 2 }, 1],
    [[1, '…'], [1, 2], 0],
    [[1], [1, 2], 1],
    [null, 'x', 1],
  ])('comparing %j with %j', (shown, real, count) => {
    expect(jsonDifference(shown, real)).toHaveLength(count)
  })

  test('unless the text may be anything', () => {
    expect(textDifference('Port … is taken.', 'Port 1 is taken.\n')).toEqual([])
  })
})
