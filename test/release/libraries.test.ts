import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { packAll } from '#release/pack.ts'
import { root } from '#release/workspace.ts'
import { blocksIn } from '#test/guides/blocks.ts'
import { installOffline } from '#test/release/install-offline.ts'

let work = ''
let user = ''

function run(command: string, args: string[], cwd: string): string {
  return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

function compile(file: string, options: string[]): void {
  const strict = ['--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'esnext', '--types', '']
  expect(run(join(root, 'node_modules', '.bin', 'tsc'), [...strict, ...options, file], user)).toBe('')
}

beforeAll(async () => {
  work = mkdtempSync(join(tmpdir(), 'pictable-libraries-'))
  user = join(work, 'user')
  mkdirSync(user)
  const packed = await packAll(join(work, 'packed'), ['@pictable/model', '@pictable/client', '@pictable/renderer'])
  installOffline(user, packed)
  const layers = [{ type: 'text', name: 'Title', text: { bind: 'Title' }, width: 100, height: 40 }]
  writeFileSync(join(user, 'card.json'), JSON.stringify({ schema: 1, width: 100, height: 40, layers }))
})

afterAll(() => rmSync(work, { recursive: true, force: true }))

describe('the packages of the libraries, installed in an empty folder: the renderer', () => {
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
    compile('typed.ts', ['--noEmit'])
  })
})

test('the client has types, and calls a server', () => {
  const source = `
    import { createClient } from '@pictable/client'
    import { runStates, type RunState } from '@pictable/model/run'
    const client = createClient({ baseUrl: 'http://127.0.0.1:9', apiKey: 'key' })
    export const state: RunState | undefined = runStates[0]
    // @ts-expect-error there is no such collection
    client.cows
    await client.actions.list().then(() => console.log('no'), () => console.log('called'))`
  writeFileSync(join(user, 'client.ts'), source)
  compile('client.ts', ['--outDir', 'compiled'])
  expect(run(process.execPath, ['compiled/client.js'], user).trim()).toBe('called')
})
