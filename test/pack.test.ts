import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blocksIn } from '#test/guides/blocks.ts'

const root = join(import.meta.dirname, '..')
const quiet = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']
let work = ''
let user = ''

function run(command: string, args: string[], cwd: string): string {
  return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Packs a copy, so that nobody who uses the sources meanwhile sees the package.json of the tarball. */
function packRenderer(): string {
  const copy = join(work, 'repository', 'packages', 'renderer')
  mkdirSync(join(work, 'repository', 'packages'), { recursive: true })
  cpSync(join(root, 'tsconfig.json'), join(work, 'repository', 'tsconfig.json'))
  symlinkSync(join(root, 'node_modules'), join(work, 'repository', 'node_modules'))
  const unwanted = /[\\/](node_modules|dist|designs)$/
  cpSync(join(root, 'packages', 'renderer'), copy, { recursive: true, filter: (path) => !unwanted.test(path) })
  const own = join(root, 'packages', 'renderer', 'node_modules')
  if (existsSync(own)) symlinkSync(own, join(copy, 'node_modules'))
  const before = readFileSync(join(copy, 'package.json'), 'utf8')
  run('npm', ['pack', '--pack-destination', work, ...quiet], copy)
  expect(readFileSync(join(copy, 'package.json'), 'utf8')).toBe(before)
  return join(work, readdirSync(work).find((name) => name.endsWith('.tgz')) ?? '')
}

beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), 'pictable-pack-'))
  user = join(work, 'user')
  mkdirSync(user)
  writeFileSync(join(user, 'package.json'), '{ "private": true, "type": "module" }')
  run('npm', ['install', packRenderer(), ...quiet], user)
  const layers = [{ type: 'text', name: 'Title', text: { bind: 'Title' }, width: 100, height: 40 }]
  writeFileSync(join(user, 'card.json'), JSON.stringify({ schema: 1, width: 100, height: 40, layers }))
})

afterAll(() => rmSync(work, { recursive: true, force: true }))

describe('the tarball of the renderer, installed in an empty folder,', () => {
  test('renders an image', () => {
    const script = `
      import { readFileSync } from 'node:fs'
      import { createRenderer } from '@pictable/renderer'
      import { parseTemplate, variablesOf } from '@pictable/renderer/template'
      const template = parseTemplate(JSON.parse(readFileSync('card.json', 'utf8')))
      const { files } = await createRenderer().render({ template, values: { Title: 'Hi' }, formats: ['webp'] })
      console.log(variablesOf(template)[0].name, Buffer.from(files[0].bytes).toString('latin1', 8, 12))`
    writeFileSync(join(user, 'render.js'), script)
    expect(run(process.execPath, ['render.js'], user).trim()).toBe('Title WEBP')
  })

  test('does what its README shows, command included', () => {
    const blocks = blocksIn(readFileSync(join(root, 'packages', 'renderer', 'README.md'), 'utf8'))
    const programs = blocks.filter(({ language, code }) => language === 'js' && !code.includes('document.'))
    const keep = "await writeFile('card.json', JSON.stringify(template))"
    writeFileSync(join(user, 'readme.js'), [...programs.map(({ code }) => code), keep].join('\n'))
    expect(run(process.execPath, ['readme.js'], user)).toMatch(/lines: \d/)
    writeFileSync(join(user, 'products.csv'), 'Title,Price\nA bowl,19.9\n')
    const [command = ''] = blocks.flatMap(({ code }) => (code.startsWith('npx ') ? [code.trim()] : []))
    const [, ...words] = command.split(' ')
    run('npx', ['--no-install', ...words], user)
    const made = ['card.jpg', 'card-0.webp', 'card-1.webp', 'cards.pdf', 'cards.gif', 'pictures/0001-A-bowl.jpg']
    expect(made.filter((name) => !existsSync(join(user, name)))).toEqual([])
  })

  test('has types', () => {
    const source = `
      import { createRenderer, type TemplateInput } from '@pictable/renderer'
      const layers: TemplateInput['layers'] = [{ type: 'text', name: 'T', width: 1, height: 1, text: { bind: 'A' } }]
      export const rendered = createRenderer().render({ template: { schema: 1, width: 1, height: 1, layers } })
      // @ts-expect-error there is no such kind
      export const wrong: TemplateInput['layers'] = [{ type: 'hexagon', name: 'T', width: 1, height: 1 }]`
    writeFileSync(join(user, 'typed.ts'), source)
    const options = [
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--module',
      'nodenext',
      '--target',
      'esnext',
      '--types',
      '',
    ]
    expect(run(join(root, 'node_modules', '.bin', 'tsc'), [...options, 'typed.ts'], user)).toBe('')
  })
})
