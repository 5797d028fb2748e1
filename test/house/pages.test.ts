import { globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'

const pages = globSync(['*.md', 'docs/**/*.md', 'examples/**/*.md', 'packages/*/*.md']).sort()
const pictures = globSync('docs/**/*.{webp,jpg}').sort()
const recordings = globSync('docs/recordings/*.webp').sort()

/** A recording is seen by people who scroll past it, and all of them are part of each clone. */
const MAX_BYTES = { recording: 600_000, together: 2_500_000, picture: 300_000 }

interface Link {
  /** From the root of the repository. */
  file: string
  anchor: string | undefined
}

/** Where a page leads within the repository, pictures included; what is code is not read. */
function linksIn(path: string, page: string): Link[] {
  const text = page.replaceAll(/^```[\s\S]*?^```$|`[^`\n]+`/gm, '')
  const links = [...text.matchAll(/\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
  return links.map(([, file = '', anchor]) => ({
    file: file === '' ? path : normalize(join(dirname(path), file)),
    anchor,
  }))
}

/** As GitHub makes it from a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
}

const anchors = new Map<string, ReadonlySet<string>>()

function anchorsIn(file: string): ReadonlySet<string> {
  const known = anchors.get(file)
  if (known) return known
  const headings = [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)]
  const found = new Set(headings.map(([, heading = '']) => anchorOf(heading)))
  anchors.set(file, found)
  return found
}

/** The links of a page that lead nowhere. */
function brokenIn(path: string, page: string): string[] {
  const broken = linksIn(path, page).filter(
    ({ file, anchor }) =>
      statSync(file, { throwIfNoEntry: false }) === undefined || (anchor !== undefined && !anchorsIn(file).has(anchor)),
  )
  return broken.map(({ file, anchor }) => (anchor === undefined ? file : `${file}#${anchor}`))
}

const bytesOf = (path: string) => statSync(path).size

describe('links and pictures lead to files and headings that exist:', () => {
  test.each(pages)('%s', (path) => {
    expect(brokenIn(path, readFileSync(path, 'utf8'))).toEqual([])
  })

  test('one that does not is found', () => {
    const page =
      '[v](../../README.md#run-it) ![w](../recordings/none.webp) [x](tables.md#none) [y](https://a.example/b) `[z](u)`'
    expect(brokenIn('docs/guides/x.md', page)).toEqual(['docs/recordings/none.webp', 'docs/guides/tables.md#none'])
  })
})

describe('pictures of the documentation', () => {
  const shown = new Set(pages.flatMap((path) => linksIn(path, readFileSync(path, 'utf8')).map(({ file }) => file)))

  test('are all shown by a page', () => {
    expect(pictures.filter((path) => !shown.has(path))).toEqual([])
  })

  test.each(pictures)('%s is light', (path) => {
    expect(bytesOf(path)).toBeLessThanOrEqual(recordings.includes(path) ? MAX_BYTES.recording : MAX_BYTES.picture)
  })

  test('are light together, as far as they move', () => {
    expect(recordings.reduce((sum, path) => sum + bytesOf(path), 0)).toBeLessThanOrEqual(MAX_BYTES.together)
  })
})
