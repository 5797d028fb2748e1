import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const main = join(import.meta.dirname, 'main.ts')
const template = {
  schema: 1,
  width: 40,
  height: 20,
  layers: [
    { type: 'image', name: 'Photo', src: { bind: 'Photo' }, width: 20, height: 20 },
    { type: 'text', name: 'Title', text: { bind: 'Name' }, x: 20, width: 20, height: 20 },
  ],
}
let folder = ''

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pictable-rows-'))
  writeFileSync(join(folder, 'card.json'), JSON.stringify(template))
  await sharp({ create: { width: 20, height: 20, channels: 3, background: 'red' } }).toFile(join(folder, 'a.png'))
})

afterAll(() => rmSync(folder, { recursive: true }))

function run(rows: string | Uint8Array, ...more: string[]) {
  writeFileSync(join(folder, 'rows.csv'), rows)
  rmSync(join(folder, 'out'), { recursive: true, force: true })
  const args = [main, 'render', 'card.json', 'rows.csv', '--out', 'out', ...more]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  const files = status === 2 ? [] : readdirSync(join(folder, 'out')).sort()
  return { status, stdout, stderr, files }
}

describe('pictable-renderer render', () => {
  test('makes small pictures beside the others', () => {
    const { status, files } = run('Name,Photo\nTeapot,a.png\n', '--format', 'avif', '--thumbnail', '10')
    expect([status, files]).toEqual([0, ['0001-Teapot-thumbnail.webp', '0001-Teapot.avif']])
  })

  test('takes an effort, and names all of them instead of another word', () => {
    expect(run('Name,Photo\nTeapot,a.png\n', '--effort', 'small')).toMatchObject({
      status: 0,
      files: ['0001-Teapot.png'],
    })
    const { status, stderr } = run('Name,Photo\nTeapot,a.png\n', '--effort', 'tiny')
    expect([status, stderr]).toEqual([2, expect.stringContaining('Allowed choices are fast, balanced, small')])
  })

  test('says at the end what to look at', () => {
    const { status, stdout } = run('Name,Photo\nAn enamel teapot,a.png\n\u{10fffd},a.png\nTi,a.png\n')
    expect([status, stdout.split('\n')[1]]).toEqual([0, 'warnings: 1 missing glyphs, 3 shrunk, 1 truncated'])
    const pages = run('Name,Photo\nAn enamel teapot,a.png\n', '--out', 'out/cards.pdf', '--pages')
    expect(pages.stdout).toContain('warnings: 1 shrunk, 1 truncated')
    const larger = run('Name,Photo\nTi,a.png\n', '--scale', '1.2')
    expect(larger.stdout.split('\n').slice(1, 3)).toEqual(['warnings: 1 shrunk', 'information: 1 enlarged'])
  })

  test('writes what happened to each row', () => {
    const rows = 'Name,Photo\n\u{10fffd},a.png\nCup,b.png\nTi,a.png\n'
    const reportOf = (...more: string[]) => {
      expect(run(rows, '--report', 'reports/rows.jsonl', ...more).status).toBe(1)
      const lines = readFileSync(join(folder, 'reports', 'rows.jsonl'), 'utf8')
        .trimEnd()
        .split('\n')
      return lines.map((line) => JSON.parse(line))
    }
    const missing = { missingGlyphs: ['U+10FFFD'] }
    const wrong = { code: 'load_failed', layer: 'Photo', message: 'layer "Photo": the file b.png does not exist' }
    expect(reportOf()).toMatchObject([
      { row: 1, label: '\u{10fffd}', files: ['out/0001.png'], report: { layers: { Title: missing } } },
      { row: 2, label: 'Cup', files: [], error: wrong },
      {
        row: 3,
        label: 'Ti',
        files: ['out/0003-Ti.png'],
        report: { warnings: [expect.stringContaining('made smaller')] },
      },
    ])
    expect(reportOf('--pages', '--out', 'out/cards.pdf')).toMatchObject([
      { row: 1, files: ['out/cards.pdf'], report: { layers: { Title: missing } } },
      { row: 2, files: [], error: wrong },
      { row: 3, files: ['out/cards.pdf'], report: { warnings: [expect.stringContaining('made smaller')] } },
    ])
  })

  test('makes one file of pages, without the rows that fail', () => {
    const { status, stderr } = run(
      'Name,Photo\nTeapot,a.png\nCup,b.png\nBowl,a.png\n',
      ...['--out', 'out/cards.pdf', '--pages', '--dpi', '144'],
    )
    const text = readFileSync(join(folder, 'out', 'cards.pdf'), 'latin1')
    expect([status, stderr.trim()]).toEqual([1, 'row 2 "Cup": layer "Photo": the file b.png does not exist'])
    expect([...text.matchAll(/MediaBox \[([^\]]*)\]/g)].map(([, box]) => box)).toEqual(['0 0 20 10', '0 0 20 10'])
  })

  test('makes one picture that moves', async () => {
    const rows = 'Name,Photo\nTeapot,a.png\nCup,a.png\n'
    expect(run(rows, '--out', 'out/cards.gif', '--animate', '--delay', '200', '--loop', '3').status).toBe(0)
    const found = await sharp(join(folder, 'out', 'cards.gif')).metadata()
    expect(found).toMatchObject({ format: 'gif', pages: 2, delay: [200, 200], loop: 3, width: 40 })
    const wrong = run(rows, '--out', 'out/cards.png', '--animate')
    expect([wrong.status, wrong.stderr]).toEqual([2, 'error: out/cards.png must end in .gif or .webp\n'])
  })

  test('makes a picture for each row', () => {
    const { status, files, stdout } = run('Name,Photo\nTeapot,a.png\nCup/Saucer,a.png\n', '--format', 'jpg,webp')
    expect(status).toBe(0)
    expect(files).toEqual(['0001-Teapot.jpg', '0001-Teapot.webp', '0002-Cup-Saucer.jpg', '0002-Cup-Saucer.webp'])
    expect(stdout).toContain('2 of 2 rendered')
  })

  test('goes on after a row that fails, and says which', () => {
    const { status, files, stderr } = run(
      'Name,Photo\nTeapot,photos/x.jpg\nCup,a.png\nBowl,https://example.com/a.png\nraw\n',
    )
    expect(status).toBe(1)
    expect(files).toEqual(['0002-Cup.png'])
    expect(stderr.trim().split('\n').sort()).toEqual([
      'row 1 "Teapot": layer "Photo": the file photos/x.jpg does not exist',
      'row 3 "Bowl": layer "Photo": "https://example.com/a.png" is a network URL, but this command reads only files',
      'row 4 "raw": line 5 has 1 fields, but the header has 2 (fields are missing)',
    ])
  })

  test('names files by a column, none twice', () => {
    expect(run('Name,Photo\nA,a.png\na,a.png\n,a.png\n', '--name', 'Name').files).toEqual([
      'A.png',
      'a-2.png',
      'image.png',
    ])
  })

  test('warns of a variable without a column', () => {
    const { status, stderr } = run('Name\nA\n')
    expect(status).toBe(0)
    expect(stderr).toContain(
      'warning: the template uses the value "Photo", but rows.csv has no such column; there are "Name"',
    )
  })

  test.each([
    ['an empty table', '', [], 'rows.csv is empty'],
    ['an open quotation mark', 'Name\n"open\n', [], 'rows.csv: '],
    ['a column twice', 'Name,Name\na,b\n', [], 'two columns are named "Name"'],
    ['text that is not UTF-8', new Uint8Array([78, 10, 0xff, 0xe9, 10]), [], 'is not UTF-8 text'],
    ['an unknown column for names', 'Name\na\n', ['--name', 'Nom'], 'has no column "Nom"; there are "Name"'],
    ['an unknown format', 'Name\na\n', ['--format', 'gif'], 'one or more of png, jpeg, webp'],
    ['a wrong option', 'Name\na\n', ['--colour'], "unknown option '--colour'"],
  ])('ends with 2 for %s', (_what, rows, options, message) => {
    const { status, stderr } = run(rows, ...options)
    expect(stderr).toContain(message)
    expect(status).toBe(2)
  })
})
