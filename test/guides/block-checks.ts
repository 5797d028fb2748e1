import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { endpoints, isRaw, problem, webhookEvents } from '@pictable/client'
import { eventNames } from '@pictable/model/webhook'
import { programFor } from '@pictable/server/program.ts'
import { parseYaml } from '@redocly/openapi-core'
import { z } from 'zod'
import { type Block, bodyOf, needOf } from '#test/guides/blocks.ts'

const root = join(import.meta.dirname, '..', '..')
const { version: release } = z.object({ version: z.string() }).parse(JSON.parse(read('packages/server/package.json')))
const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(read('package.json')))

export function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

function syntaxErrorsIn(commands: string): string[] {
  const { status, stderr } = spawnSync('bash', ['-n'], { input: commands, encoding: 'utf8' })
  return status === 0 ? [] : [stderr]
}

const program = await programFor()

/** The help of a command; empty where there is none of these words, such as `template push`. */
function usage(words: readonly string[]): string {
  const find = (command: typeof program | undefined, word: string) =>
    command?.commands.find((each) => each.name() === word)
  return words.reduce(find, program)?.helpInformation() ?? ''
}

/** Calls of `pictable` that a clone does not have: without `npx`, unknown commands, unknown options. */
export function wrongCallsIn(commands: string): string[] {
  const bare = /(?:^|[;&|(])[ \t]*(?:\w+=\S*[ \t]+)*pictable[ \t]/m.test(commands) ? ['pictable without npx'] : []
  const calls = [...commands.matchAll(/npx pictable ([^\n#;&|)]+)/g)]
  return [
    ...bare,
    ...calls.flatMap(([, call = '']) => {
      const words = /^[a-z]+(?: [a-z]+)?(?=[ \n]|$)/.exec(call)?.[0].split(' ') ?? []
      const [command = ''] = words
      const isGroup = usage([command]).includes('\nCommands:')
      const help = usage(isGroup ? words : [command])
      const options = [...call.matchAll(/(?<=^| )--?[a-z-]+/g)].map(([option]) => option)
      const unknown = options.filter((option) => !new RegExp(`^ +.*(?<!\\S)${option}(?![\\w-])`, 'm').test(help))
      const known = help.startsWith(`Usage: pictable ${(isGroup ? words : [command]).join(' ')} `)
      return known ? unknown.map((option) => `pictable ${call} has no ${option}`) : [`pictable ${call} is no command`]
    }),
  ]
}

function wrongScriptsIn(commands: string): string[] {
  const named = [...commands.matchAll(/npm run (\S+)(?: -- ([a-z]\S*))?/g)]
  return named.flatMap(([call, script = '', name]) => {
    if (scripts[script] === undefined) return [`${call}: there is no such script`]
    const isBench = script === 'bench' && name !== undefined
    return isBench && !existsSync(join(root, `bench/${name}.ts`)) ? [`${call}: there is no such bench`] : []
  })
}

/** Commands that no test of a guide runs: what they need, and the test that proves what they name, or runs them elsewhere. */
export const needs: Readonly<Record<string, { because: string; provenBy: string }>> = {
  clone: { because: 'installs this clone, or runs all of its tests', provenBy: 'test/guides/guides.test.ts' },
  docker: { because: 'needs Docker', provenBy: 'test/deploy/deploy.test.ts' },
  google: { because: 'signs in to Google', provenBy: 'test/conformance/google-sheets-faults.test.ts' },
  hours: { because: 'takes minutes to hours', provenBy: 'test/chaos/faults.test.ts' },
  kubernetes: { because: 'needs a cluster', provenBy: 'test/deploy/deploy.test.ts' },
  mail: { because: 'needs a mail server', provenBy: 'test/scenarios/notifications.test.ts' },
  postgres: { because: 'needs a PostgreSQL', provenBy: 'test/guides/postgres.test.ts' },
  registry: { because: 'downloads from npm', provenBy: 'test/scenarios/font-families.test.ts' },
}

/** Paths of this repository that are not there, another release, services that compose.yaml does not have. */
function wrongNamesIn(commands: string): string[] {
  const paths = commands.match(/(?<![\w./])(?:packages|deploy|docs|examples)\/[\w./-]+/g) ?? []
  const versions = [...commands.matchAll(/pictable:(\d[\w.]*)/g)].map(([, version = '']) => version)
  const services = [...commands.matchAll(/docker compose exec (\w+)|--scale (\w+)=/g)].map(
    ([, one, other]) => one ?? other,
  )
  return [
    ...paths.filter((path) => !existsSync(join(root, path))).map((path) => `there is no ${path}`),
    ...versions.filter((version) => version !== release).map((version) => `the release is not ${version}`),
    ...services
      .filter((name) => !new RegExp(`^  ${name}:$`, 'm').test(read('compose.yaml')))
      .map((name) => `no ${name}`),
  ]
}

/** Read with care, as a shell would. */
export function checkLeftOut(block: Block): string[] {
  const need = needOf(block) ?? ''
  const reason = needs[need] === undefined ? [`nothing says what it needs: "${need}"`] : []
  const { code } = block
  return [reason, syntaxErrorsIn(code), wrongCallsIn(code), wrongScriptsIn(code), wrongNamesIn(code)].flat()
}

const issuesOf = (schema: z.ZodType, value: unknown): string[] =>
  (schema.safeParse(value).error?.issues ?? []).map(({ path, message }) => `/${path.join('/')}: ${message}`)

const policy = z.object({ Statement: z.array(z.object({ Action: z.union([z.string(), z.array(z.string())]) })) })

/** What the storage in a bucket calls, by the permission that it needs. */
const permissions: Readonly<Record<string, RegExp>> = {
  's3:DeleteObject': /DeleteObjectCommand/,
  's3:GetObject': /GetObjectCommand|HeadObjectCommand/,
  's3:ListBucket': /ListObjectsV2/,
  's3:PutObject': /PutObjectCommand/,
}

function wrongPolicy(value: z.output<typeof policy>): string[] {
  const calls = read('packages/server/src/storages/s3/create-s3-storage.ts').match(/\w+Command\b|paginate\w+/g) ?? []
  const permissionOf = (call: string) => Object.keys(permissions).find((name) => permissions[name]?.test(call))
  const needed = new Set(calls.filter((call) => call !== 'Command').map((call) => permissionOf(call) ?? call))
  const allowed = value.Statement.flatMap(({ Action }) => Action)
  const isSame = [...needed].sort().join() === allowed.toSorted().join()
  return isSame ? [] : [`allows ${allowed.join(', ')} where ${[...needed].join(', ')} are needed`]
}

/** An example that no command answers says what it is: the body of an endpoint, an error, or a policy of AWS. */
function checkJson(block: Block): string[] {
  const value: unknown = JSON.parse(block.code)
  const name = bodyOf(block)
  if (name !== undefined) {
    const schema = endpoints.find((endpoint) => endpoint.name === name)?.body
    return schema === undefined || isRaw(schema) ? [`no endpoint ${name} takes JSON`] : issuesOf(schema, value)
  }
  const ofBucket = policy.safeParse(value)
  return ofBucket.success ? wrongPolicy(ofBucket.data) : issuesOf(problem, value)
}

const prometheus = z.strictObject({
  rule_files: z.array(z.string()),
  scrape_configs: z.array(
    z.strictObject({
      job_name: z.string(),
      static_configs: z.array(z.strictObject({ targets: z.array(z.string().regex(/^[\w.-]+:\d+$/)) })),
    }),
  ),
})

/** The alerts are those of this repository, and ask for the job by its name. */
function checkPrometheus({ code }: Block): string[] {
  const found = prometheus.safeParse(parseYaml(code))
  if (!found.success) return issuesOf(prometheus, parseYaml(code))
  const { rule_files: files, scrape_configs: jobs } = found.data
  const missing = files.filter((name) => !existsSync(join(root, 'deploy/prometheus', name)))
  if (missing.length > 0) return missing.map((name) => `there is no ${name}`)
  const alerts = files.map((name) => read(`deploy/prometheus/${name}`)).join('\n')
  return jobs
    .filter((job) => !alerts.includes(`job="${job.job_name}"`))
    .map((job) => `no alert asks for ${job.job_name}`)
}

const source = globSync('packages/{server,client,model}/src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })
  .map((path) => read(path).toLowerCase())
  .join('\n')

const anyEvent = z.looseObject({ event: z.enum(eventNames) })

/** The body of a delivery fits the event that it is. */
function wrongDelivery(body: string): string[] {
  const value: unknown = JSON.parse(body)
  const named = anyEvent.safeParse(value)
  return issuesOf(named.success ? webhookEvents[named.data.event] : anyEvent, value)
}

/** What only others see, such as a receiver: the parts of it that have a name are those of the source. */
function checkReceived(block: Block): string[] {
  const { code } = block
  const body = /^\{\n[\s\S]*/m.exec(code)?.[0]
  if (body !== undefined) return [...checkReceived({ ...block, code: code.replace(body, '') }), ...wrongDelivery(body)]
  const headers = [...code.matchAll(/^([\w-]+): /gm)].map(([, name = '']) => name)
  const paths = [...code.matchAll(/^https:\/\/[^/]+(\/\w+\/)/gm)].map(([, path = '']) => path)
  const names = [...headers, ...paths]
  if (names.length === 0) return ['it names nothing']
  return names.filter((name) => !source.includes(name.toLowerCase())).map((name) => `the source has no "${name}"`)
}

/** What is printed without a command of the page: one of its sentences is in the source. */
function checkPrinted({ code }: Block): string[] {
  const sentences = code.split(/[:.\n]/).map((sentence) => sentence.trim())
  const isThere = sentences.some((sentence) => sentence.length > 20 && source.includes(sentence.toLowerCase()))
  return isThere ? [] : [`the source has none of ${sentences.join(' | ')}`]
}

/** Each runs on its server, or the names of several: sql.test.ts. */
const checkSql = ({ info }: Block): string[] =>
  ['', 'postgres', 'mysql'].includes(info) ? [] : [`nothing runs SQL of "${info}"`]

/** Pages whose programs, or commands, have a test of their own, which names the page. */
export const ownTests: Readonly<Record<string, string>> = {
  'docs/guides/airtable.md': 'packages/dashboard/src/screens/actions/triggers/airtable-script.test.ts',
  'docs/guides/describe-a-source.md': 'test/scenarios/described-source.test.ts',
  'docs/guides/events.md': 'test/guides/guides.test.ts',
  'docs/guides/in-the-browser.md': 'test/browser/guide.test.ts',
  'docs/guides/point-in-time-recovery.md': 'test/guides/point-in-time.test.ts',
  'docs/guides/signed-urls.md': 'test/snippets/signed-urls.test.ts',
  'docs/guides/sql.md': 'test/guides/sql.test.ts',
  'docs/guides/verify-webhooks.md': 'test/snippets/snippets.test.ts',
  'examples/receiver/README.md': 'test/snippets/receiver.test.ts',
}

/** How a block of a language is proven that is neither run by guides.test.ts nor by a test of its own. */
export const checks: Readonly<Record<string, (block: Block) => string[]>> = {
  sh: checkLeftOut,
  json: checkJson,
  yaml: checkPrometheus,
  sql: checkSql,
  http: checkReceived,
  text: checkPrinted,
}
