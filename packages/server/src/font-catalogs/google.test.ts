import { expect, test } from 'vitest'
import { AppError } from '#core/errors.ts'
import type { FetchFontFile } from '#core/ports/font-catalogs.ts'
import { createGoogle } from './google.ts'

const list = {
  familyMetadataList: [{ family: 'Anton', category: 'Sans Serif', fonts: { 400: {} }, axes: [] }],
}
const files = { manifest: { fileRefs: [{ filename: 'Anton-Regular.ttf', url: 'http://files.example/anton.ttf' }] } }

const encoded = (json: unknown) => new TextEncoder().encode(`)]}'\n${JSON.stringify(json)}`)

function googleAt(url: string, failures = 0) {
  const calls: Parameters<FetchFontFile>[0][] = []
  const fetchFile: FetchFontFile = async (request) => {
    calls.push(request)
    if (calls.length <= failures) throw new AppError('fonts_unavailable', 'No network.')
    return encoded(request.url.endsWith('/metadata/fonts') ? list : files)
  }
  return { calls, google: createGoogle({ url, fetchFile, now: () => 0 }) }
}

test('searches at the same time load the list of families once, and a failure is not kept', async () => {
  const { calls, google } = googleAt('https://fonts.example', 1)
  const search = () => google.searchGoogle('ant')
  expect((await Promise.allSettled([search(), search()])).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await Promise.all([search(), search(), search()])).toMatchObject(Array(3).fill([{ family: 'Anton' }]))
  expect(calls).toHaveLength(2)
})

test.each([
  ['https://fonts.example', false],
  ['http://mirror.example', true],
])('with the URL %s, files may come over http: %s', async (url, allowHttp) => {
  const { calls, google } = googleAt(url)
  await google.google('Anton')
  expect(calls.at(-1)).toMatchObject({ url: 'http://files.example/anton.ttf', allowHttp })
})

test('the subsets of a family say which scripts it has; without them nothing is known', async () => {
  const subsets = ['menu', 'latin', 'latin-ext', 'vietnamese', 'myanmar', 'japanese', 'canadian-aboriginal']
  const [family] = list.familyMetadataList
  const families = {
    familyMetadataList: [
      { ...family, subsets },
      { ...family, family: 'Anton 2', subsets: ['chinese-traditional', 'korean'] },
      { ...family, family: 'Anton 3', subsets: ['menu', 'symbols'] },
      { ...family, family: 'Anton 4', subsets: [] },
      { ...family, family: 'Anton 5' },
    ],
  }
  const google = createGoogle({ url: 'https://fonts.example', fetchFile: async () => encoded(families), now: () => 0 })
  expect(await google.searchGoogle('anton')).toMatchObject([
    { family: 'Anton', scripts: ['Latin', 'Burmese', 'Kana', 'Han', 'Canadian Aboriginal'] },
    { family: 'Anton 2', scripts: ['Kana', 'Han', 'Hangul'] },
    { family: 'Anton 3', scripts: null },
    { family: 'Anton 4', scripts: null },
    { family: 'Anton 5', scripts: null },
  ])
})

test('a list that cannot be read is an error of the catalogue', async () => {
  const fetchFile: FetchFontFile = async () => new TextEncoder().encode('<html>')
  const google = createGoogle({ url: 'https://fonts.example', fetchFile, now: () => 0 })
  await expect(google.searchGoogle('ant')).rejects.toMatchObject({ code: 'fonts_unavailable' })
})
