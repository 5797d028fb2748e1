import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { bundledFaces } from '#renderer/fonts/bundled.ts'
import {
  cellHeightPx,
  cellWidthPx,
  fontSizePx,
  lineHeight,
  linesOf,
  samples,
  sampleWidthPx,
} from './script-samples.test-kit.ts'

export const recordedSchema = z.record(z.string(), z.array(z.object({ text: z.string(), widthPx: z.number() })))

const chromium = process.env.CHROMIUM_PATH ?? 'chromium'

/** How Chromium breaks the samples, in the very same font files; `picture` receives what it draws. */
export function recordChromium(picture: string) {
  const folder = mkdtempSync(join(tmpdir(), 'scripts-'))
  try {
    const page = join(folder, 'page.html')
    writeFileSync(page, pageOf())
    const flags = [
      ...['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--allow-file-access-from-files'],
      ...[
        '--font-render-hinting=none',
        '--hide-scrollbars',
        '--virtual-time-budget=60000',
        `--user-data-dir=${folder}`,
      ],
      `--window-size=${cellWidthPx * 2 + 20},${Math.ceil(samples.length / 2) * cellHeightPx + 20}`,
    ]
    const address = pathToFileURL(page).href
    const options = { encoding: 'utf8', maxBuffer: 50_000_000, stdio: 'pipe', timeout: 120_000 } as const
    const dom = execFileSync(chromium, [...flags, '--dump-dom', address], options)
    execFileSync(chromium, [...flags, `--screenshot=${picture}`, address], options)
    const json = /<pre id="found">([^<]*)<\/pre>/.exec(dom)?.[1] ?? ''
    return recordedSchema.parse(JSON.parse(Buffer.from(json, 'base64').toString('utf8')))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function pageOf(): string {
  const used = new Set(samples.flatMap((sample) => linesOf(sample).families.flat()))
  const fonts = [...used].map((family) => {
    const { path, weights } = fileOf(family)
    return `@font-face{font-family:"${family}";src:url("${pathToFileURL(path).href}");font-weight:${weights}}`
  })
  const cells = samples.map((sample, index) => {
    const families = [...new Set(linesOf(sample).families.flat())].map((family) => `'${family}'`).join(',')
    const place = `left:${20 + (index % 2) * cellWidthPx}px;top:${20 + Math.floor(index / 2) * cellHeightPx}px`
    return `<section style="${place}"><h2>${sample.name}</h2><p data-name="${sample.name}" lang="${sample.language}" dir="auto" style="font-family:${families}">${sample.text}</p></section>`
  })
  return `<!doctype html><meta charset="utf-8"><style>${fonts.join('\n')}
body{margin:0;background:#fff;font-synthesis:none}section{position:absolute;width:${sampleWidthPx}px}
h2{font:14px/20px Inter;color:#6b7280;margin:0 0 4px}
p{margin:0;font-size:${fontSizePx}px;line-height:${lineHeight};color:#111827;text-rendering:geometricPrecision;text-spacing-trim:space-all}#found{display:none}</style>
${cells.join('\n')}<pre id="found"></pre><script>(${inPage})()</script>`
}

/** Runs in the page: the lines of each sample by the places of its graphemes. */
const inPage = `async () => {
  await Promise.all([...document.fonts].map((font) => font.load()))
  const found = {}
  for (const p of document.querySelectorAll('p')) {
    const node = p.firstChild
    const lines = []
    for (const { segment, index } of new Intl.Segmenter('en').segment(node.data)) {
      if (segment.trim() === '') continue
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + segment.length)
      const rect = range.getBoundingClientRect()
      const last = lines.at(-1)
      const line = last && Math.abs(last.top - rect.top) < 12 ? last : { top: rect.top, start: index, left: Infinity, right: -Infinity }
      if (line !== last) lines.push(line)
      line.end = index + segment.length
      line.left = Math.min(line.left, rect.left)
      line.right = Math.max(line.right, rect.right)
    }
    found[p.dataset.name] = lines.map((line) => ({ text: node.data.slice(line.start, line.end), widthPx: Math.round((line.right - line.left) * 100) / 100 }))
  }
  document.querySelector('#found').textContent = btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(found))))
}`

function fileOf(family: string): { path: string; weights: string } {
  const [name = '', slice] = family.split('/')
  const face = bundledFaces().find(
    (each) => each.family === name && (each.weight ?? 400) === 400 && each.style !== 'italic',
  )
  if (face && 'slices' in face) return { path: face.slices()[Number(slice)]?.path ?? '', weights: '100 900' }
  return { path: face && 'path' in face ? face.path : '', weights: '400' }
}
