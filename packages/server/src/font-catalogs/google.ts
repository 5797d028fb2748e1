import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import { familyKey } from '#core/font/popular-fonts.ts'
import { nearestNames, similarNames } from '#core/nearest-name.ts'
import type { CatalogFace, FetchFontFile, FontCatalogs, GoogleFamily } from '#core/ports/font-catalogs.ts'
import { readAnswer } from './google-list.ts'

const SERVICE = 'Google Fonts'
const LIST_MINUTES = 60
const MAX_LIST_BYTES = 15_000_000
/** As for an upload. */
const MAX_FONT_BYTES = 10_000_000
const MAX_FACES = 40

/** What https://fonts.google.com/download/list?family= answers. */
const filesSchema = z.object({
  manifest: z.object({ fileRefs: z.array(z.object({ filename: z.string(), url: z.string() })) }),
})

type FileRef = z.output<typeof filesSchema>['manifest']['fileRefs'][number]

const weightNames = ['Thin', 'ExtraLight', 'Light', 'Regular', 'Medium', 'SemiBold', 'Bold', 'ExtraBold', 'Black']

const unreadable = (cause: unknown) =>
  new AppError('fonts_unavailable', `${SERVICE} returned something that Pictable does not understand.`, { cause })

function parsed<Schema extends z.ZodType>(schema: Schema, body: Uint8Array): z.output<Schema> {
  try {
    return readAnswer(schema, body)
  } catch (cause) {
    throw unreadable(cause)
  }
}

/** Reads the list of families in a thread of its own: it has megabytes, and one thread serves all requests. */
async function readInThread(body: Uint8Array): Promise<readonly GoogleFamily[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly GoogleFamily[]>()
  const thread = new Worker(join(import.meta.dirname, 'google-list-thread.ts'), { workerData: body })
  thread.once('message', resolve)
  thread.once('error', (cause) => reject(unreadable(cause)))
  thread.once('exit', () => reject(unreadable(new Error('The thread ended without an answer'))))
  return promise
}

/** The variable files, which have every weight; of a family without, the file of each weight and style. */
function chosenRefs(refs: readonly FileRef[]): FileRef[] {
  const fonts = refs.filter(({ filename }) => /\.[to]tf$/i.test(filename))
  const variable = fonts.filter(({ filename }) => /VariableFont/.test(filename) && !filename.includes('/'))
  return (variable.length > 0 ? variable : fonts).slice(0, MAX_FACES)
}

function styleOf(filename: string): Pick<CatalogFace, 'weight' | 'style'> {
  const style = /italic/i.test(filename) ? 'italic' : 'normal'
  if (/VariableFont/.test(filename)) return { style }
  const [, name = 'Regular'] = /-([A-Za-z]+?)(?:Italic)?\.[to]tf$/i.exec(filename) ?? []
  const index = weightNames.indexOf(name)
  return { style, ...(index >= 0 && { weight: (index + 1) * 100 }) }
}

interface GoogleSetup {
  /** Such as `https://fonts.google.com`. */
  url: string
  fetchFile: FetchFontFile
  now(): number
}

/** Finds families of Google Fonts by name, and downloads their complete files. */
export function createGoogle({ url, fetchFile, now }: GoogleSetup): Pick<FontCatalogs, 'google' | 'searchGoogle'> {
  const common = { service: SERVICE, allowHttp: url.startsWith('http:') }
  let known: { readonly families: Promise<readonly GoogleFamily[]>; readonly untilMs: number } | undefined

  const load = (path: string) => fetchFile({ ...common, url: `${url}${path}`, maxBodyBytes: MAX_LIST_BYTES })

  async function loadFamilies(): Promise<readonly GoogleFamily[]> {
    const body = await load('/metadata/fonts')
    if (body === null) throw new AppError('fonts_unavailable', `${SERVICE} has no list of families at ${url}.`)
    return readInThread(body)
  }

  /** Searches at the same time wait for one download. */
  function allFamilies(): Promise<readonly GoogleFamily[]> {
    if (known !== undefined && now() < known.untilMs) return known.families
    const families = loadFamilies().catch((error: unknown) => {
      known = undefined
      throw error
    })
    known = { families, untilMs: now() + LIST_MINUTES * 60_000 }
    return families
  }

  async function download({ filename, url: from }: FileRef): Promise<CatalogFace> {
    const bytes = await fetchFile({ ...common, url: from, maxBodyBytes: MAX_FONT_BYTES })
    if (bytes === null) throw new AppError('fonts_unavailable', `${SERVICE} lacks its file ${filename}. Retry later.`)
    return { filename: filename.split('/').at(-1) ?? filename, bytes, ...styleOf(filename) }
  }

  return {
    async searchGoogle(text) {
      const families = new Map((await allFamilies()).map((each) => [each.family, each]))
      return nearestNames(text, [...families.keys()], 10).flatMap((name) => families.get(name) ?? [])
    },
    async google(asked) {
      const families = await allFamilies()
      const found = families.find(({ family }) => familyKey(family) === familyKey(asked))
      if (found === undefined) {
        const names = families.map(({ family }) => family)
        const near = similarNames(asked, names) || ' Check the name on fonts.google.com.'
        throw new AppError('not_found', `${SERVICE} has no family "${asked}".${near}`)
      }
      const { family } = found
      const body = await load(`/download/list?family=${encodeURIComponent(family)}`)
      const refs = body === null ? [] : chosenRefs(parsed(filesSchema, body).manifest.fileRefs)
      if (refs.length === 0) throw new AppError('fonts_unavailable', `${SERVICE} lists no files of "${family}".`)
      const faces: CatalogFace[] = []
      for (const ref of refs) faces.push(await download(ref))
      return { family, faces }
    },
  }
}
