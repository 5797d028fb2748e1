import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { programFor } from '@pictable/server/program.ts'
import { parseYaml } from '@redocly/openapi-core'
import { parseSync } from 'oxc-parser'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Block, blocksIn, stepsIn } from '#test/guides/blocks.ts'
import { typeErrorsIn } from '#test/snippets/guide-programs.ts'

const root = join(import.meta.dirname, '..', '..')
const pages = [...globSync('docs/guides/*.md', { cwd: root }).sort(), 'README.md', 'examples/README.md']
const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(read('package.json')))

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

/** Commands of a console, without what they print: they have a prompt where both are shown. */
function commandsIn({ code }: Block): string {
  const prompted = [...code.matchAll(/^\$ (.*(?:\\\n.*|\n {2}.*)*)/gm)].map(([, command = '']) => command)
  return prompted.length > 0 ? prompted.join('\n') : code
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
function wrongCallsIn(commands: string): string[] {
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

/** Such as needs other machines, another account, or hours: read with care, as a shell would. */
function checkConsole(block: Block): string[] {
  const commands = commandsIn(block)
  return [...syntaxErrorsIn(commands), ...wrongCallsIn(commands), ...wrongScriptsIn(commands)]
}

function checkParsed(parse: (text: string) => unknown): (block: Block) => string[] {
  return ({ code }) => {
    try {
      parse(code)
      return []
    } catch (error) {
      return [String(error)]
    }
  }
}

const source = globSync('packages/{server,client,model}/src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })
  .map((path) => read(path).toLowerCase())
  .join('\n')

/** What only others see, such as a receiver: the parts of it that have a name are those of the source. */
function checkReceived({ code }: Block): string[] {
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

/** How a block of a language is proven that is not run as commands. Programs with a name have tests of their own. */
const checks: Readonly<Record<string, (block: Block) => string[]>> = {
  console: checkConsole,
  json: checkParsed(JSON.parse),
  yaml: checkParsed(parseYaml),
  js: ({ code }) => parseSync('block.mjs', code).errors.map(({ message }) => message),
  sql: checkSql,
  http: checkReceived,
  text: checkPrinted,
}

/** Blocks that say no language: nothing could be proven of them. */
function unlabelledIn(markdown: string): string[] {
  let isOpen = false
  return markdown.split('\n').flatMap((line, index) => {
    if (!line.trimStart().startsWith('```')) return []
    isOpen = !isOpen
    return isOpen && line.trim() === '```' ? [`line ${index + 1}: a block without a language`] : []
  })
}

const isNamed = ({ info }: Block) => /\.\w+$/.test(info)

describe('every block', () => {
  test.each(pages)('of %s is run or proven otherwise', (page) => {
    const blocks = blocksIn(read(page))
    const steps = stepsIn(blocks)
    const run = new Set<Block>(steps.flatMap(({ command, shown }) => [command, ...(shown ? [shown] : [])]))
    const wrong = blocks
      .filter((block) => !run.has(block) && !isNamed(block))
      .flatMap((block) => {
        const check = checks[block.language]
        const found = check === undefined ? [`nothing proves a block of "${block.language}"`] : check(block)
        return found.map((problem) => `line ${block.line}: ${problem}`)
      })
    const ofSteps = steps.flatMap(({ command }) =>
      wrongCallsIn(command.code).map((problem) => `line ${command.line}: ${problem}`),
    )
    expect([...unlabelledIn(read(page)), ...wrong, ...ofSteps]).toEqual([])
  })

  test.each([
    ['pictable verify', /without npx/],
    ['A=1 pictable verify', /without npx/],
    ['npx pictable nonsense', /is no command/],
    ['npx pictable template nonsense', /is no command/],
    ['npx pictable serve --roles api', /has no --roles/],
    ['npm run nonsense', /no such script/],
    ['npm run bench -- nonsense', /no such bench/],
    ['$ echo "a\nb', /unexpected EOF/],
  ])('with the mistake %j is caught', (code, problem) => {
    expect(checkConsole({ language: 'console', info: '', code, line: 1 }).join('\n')).toMatch(problem)
  })
})

test.each([
  ['http', 'X-Nonsense: 1', /no "X-Nonsense"/],
  ['http', 'https://pictable.example.com/nonsense/1', /no "\/nonsense\/"/],
  ['http', 'nothing', /names nothing/],
  ['text', 'A text that no program prints. See 1', /none of A text that no program prints/],
  ['sql', 'SELECT 1', /nothing runs SQL of "oracle"/],
])('a block of %s with %j is caught', (language, code, problem) => {
  expect(checks[language]?.({ language, info: 'oracle', code, line: 1 }).join()).toMatch(problem)
})

test('a block of a list is seen', () => {
  expect(blocksIn('1. So:\n\n   ```sh\n   a \\\n     b\n   ```\n')).toEqual([
    { language: 'sh', info: '', code: 'a \\\n  b\n', line: 4 },
  ])
})

describe('programs in TypeScript', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pictable-blocks-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** What a page speaks of before it shows a program. */
  const given = {
    client: "import('@pictable/client').Client",
    request: 'Request',
    secret: 'string',
    signal: 'AbortSignal',
  }

  test('have types', () => {
    const blocks = blocksIn(read('packages/client/README.md')).filter(({ language }) => language === 'ts')
    expect(blocks.length).toBeGreaterThan(2)
    for (const { code, line } of blocks) {
      const missing = Object.entries(given).filter(([name]) => !code.includes(`const ${name} =`))
      const declared = missing.map(([name, type]) => `declare const ${name}: ${type}`)
      writeFileSync(join(folder, `line-${line}.ts`), [code, ...declared, 'export {}'].join('\n'))
    }
    expect(typeErrorsIn(folder, ...blocks.map(({ line }) => `line-${line}.ts`))).toBe('')
  })
})
