import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { checkLeftOut, checks, needs, ownTests, read, wrongCallsIn } from '#test/guides/block-checks.ts'
import { type Block, blocksIn, guidePages, isProgram, needOf, stepsIn } from '#test/guides/blocks.ts'
import { typeErrorsIn } from '#test/snippets/guide-programs.ts'

const root = join(import.meta.dirname, '..', '..')
const pages = [...guidePages, 'CONTRIBUTING.md', 'docs/reference/errors.md']

/** Blocks that say no language: nothing could be proven of them. */
function unlabelledIn(markdown: string): string[] {
  let isOpen = false
  return markdown.split('\n').flatMap((line, index) => {
    if (!line.trimStart().startsWith('```')) return []
    isOpen = !isOpen
    return isOpen && line.trim() === '```' ? [`line ${index + 1}: a block without a language`] : []
  })
}

/** Run by guides.test.ts, by a test of its own, or by none: then it is what it claims to be. */
function wrongIn(page: string, block: Block): string[] {
  const hasTest = ownTests[page] !== undefined
  if (isProgram(block) || block.language === 'js') return hasTest ? [] : ['no test is named for it']
  if (block.info === 'printed' && hasTest) return []
  const check = checks[block.language]
  return check === undefined ? [`nothing proves a block of "${block.language}"`] : check(block)
}

describe('every block', () => {
  test.each(pages)('of %s is run or proven otherwise', (page) => {
    const blocks = blocksIn(read(page))
    const steps = stepsIn(blocks)
    const run = new Set<Block>(steps.flatMap(({ command, shown }) => [command, ...(shown ? [shown] : [])]))
    const wrong = blocks
      .filter((block) => !run.has(block))
      .flatMap((block) => wrongIn(page, block).map((problem) => `line ${block.line}: ${problem}`))
    const ofSteps = steps.flatMap(({ command }) =>
      wrongCallsIn(command.code).map((problem) => `line ${command.line}: ${problem}`),
    )
    expect([...unlabelledIn(read(page)), ...wrong, ...ofSteps]).toEqual([])
  })

  test('that is left out has a reason, and a test that proves what it can', () => {
    const left = pages.flatMap((page) => blocksIn(read(page)).flatMap((block) => needOf(block) ?? []))
    expect([...new Set(left)].sort()).toEqual(Object.keys(needs).sort())
    for (const { provenBy } of Object.values(needs)) expect(existsSync(join(root, provenBy)), provenBy).toBe(true)
  })

  test.each(Object.entries(ownTests))('of %s that guides.test.ts does not run is in %s', (page, path) => {
    expect(read(path)).toContain(page.split('/').slice(-2).join('/').replace('guides/', ''))
  })

  test.each([
    ['pictable verify', /without npx/],
    ['A=1 pictable verify', /without npx/],
    ['npx pictable nonsense', /is no command/],
    ['npx pictable template nonsense', /is no command/],
    ['npx pictable serve --roles api', /has no --roles/],
    ['npm run nonsense', /no such script/],
    ['npm run bench -- nonsense', /no such bench/],
    ['echo "a\nb', /unexpected EOF/],
    ['kubectl apply --filename deploy/nonsense.yaml', /no deploy\/nonsense.yaml/],
    ['docker build --tag pictable:0.0.0 .', /release is not 0.0.0/],
    ['docker compose exec nonsense node', /no nonsense/],
  ])('with the mistake %j is caught', (code, problem) => {
    expect(checkLeftOut({ language: 'sh', info: 'needs=docker', code, line: 1 }).join('\n')).toMatch(problem)
  })
})

test.each([
  ['sh', 'true', /nothing says what it needs: "a-moon"/],
  ['json', '{ "nonsense": 1 }', /Unrecognized key: "nonsense"/],
  ['json', '{ "Statement": [{ "Action": "s3:GetObject" }] }', /s3:PutObject/],
  ['yaml', 'rule_files: [nonsense.yaml]\nscrape_configs: []', /no nonsense.yaml/],
  ['yaml', 'rule_files: [alerts.yaml]\nscrape_configs: [{ job_name: other, static_configs: [] }]', /asks for other/],
  ['http', 'POST /hooks\n\n{\n  "event": "image.created"\n}', /\/image: Invalid input/],
  ['http', 'X-Nonsense: 1', /no "X-Nonsense"/],
  ['http', 'https://pictable.example.com/nonsense/1', /no "\/nonsense\/"/],
  ['http', 'nothing', /names nothing/],
  ['text', 'A text that no program prints. See 1', /none of A text that no program prints/],
  ['sql', 'SELECT 1', /nothing runs SQL of "oracle"/],
])('a block of %s with %j is caught', (language, code, problem) => {
  expect(
    checks[language]?.({ language, info: language === 'sh' ? 'needs=a-moon' : 'oracle', code, line: 1 }).join(),
  ).toMatch(problem)
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
