import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import { familyKey } from '#core/font/popular-fonts.ts'
import { nearestNames, similarNames } from '#core/nearest-name.ts'
import type { CatalogFace, FetchFontFile, FontCatalogs, GoogleFamily } from '#core/ports/font-catalogs.ts'

const SERVICE = 'Google Fonts'
const LIST_MINUTES = 60
const MAX_LIST_BYTES = 15_000_000
/** As for an upload. */
const MAX_FONT_BYTES = 10_000_000
const MAX_FACES = 40

const axisSchema = z.object({ tag: z.string(), min: z.number(), max: z.number(), defaultValue: z.number() })

/** What https://fonts.google.com/metadata/fonts answers. The keys of `fonts` are `400` and `400i`. */
const listSchema = z.object({
  familyMetadataList: z.array(
    z.object({
      family: z.string(),
      category: z.string(),
      fonts: z.record(z.string(), z.unknown()),
      axes: z.array(axisSchema),
    }),
  ),
})

/** What https://fonts.google.com/download/list?family= answers. */
const filesSchema = z.object({
  manifest: z.object({ fileRefs: z.array(z.object({ filename: z.string(), url: z.string() })) }),
})

type FileRef = z.output<typeof filesSchema>['manifest']['fileRefs'][number]

const weightNames = ['Thin', 'ExtraLight', 'Light', 'Regular', 'Medium', 'SemiBold', 'Bold', 'ExtraBold', 'Black']

/** Answers begin with a line that keeps scripts of other sites from reading them. */
function parsed<Schema extends z.ZodType>(schema: Schema, body: Uint8Array): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(new TextDecoder().decode(body).replace(/^\)\]\}'/, '')))
  } catch (cause) {
    throw new AppError('fonts_unavailable', `${SERVICE} returned something that Pictable does not understand.`, {
      cause,
    })
  }
}

function familyOf({ family, category, fonts, axes }: z.output<typeof listSchema>['familyMetadataList'][number]) {
  const keys = Object.keys(fonts)
  return {
    family,
    category: category.toLowerCase(),
    weights: [...new Set(keys.map((key) => Number.parseInt(key, 10)))]
      .filter(Number.isFinite)
      .toSorted((a, b) => a - b),
    styles: keys.some((key) => key.endsWith('i')) ? (['normal', 'italic'] as const) : (['normal'] as const),
    axes: axes.map(({ tag, min, max, defaultValue }) => ({ tag, min, default: defaultValue, max })),
  }
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
    return parsed(listSchema, body).familyMetadataList.map(familyOf)
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
