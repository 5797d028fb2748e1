import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { RenderError } from '#renderer/errors/render-error.ts'
import type { Face, FontFile } from './face.ts'
import { parseRanges } from './unicode-ranges.ts'

const weights = [
  [100, 'Thin'],
  [200, 'ExtraLight'],
  [300, 'Light'],
  [400, 'Regular'],
  [500, 'Medium'],
  [600, 'SemiBold'],
  [700, 'Bold'],
  [800, 'ExtraBold'],
  [900, 'Black'],
] as const

type Style = 'normal' | 'italic'

const require = createRequire(import.meta.url)

/** Families of one file per weight; the package is that of the family's name. */
const families: readonly (readonly [family: string, options?: Partial<Pick<Family, 'styles' | 'weights'>>])[] = [
  ['Noto Serif', { styles: ['normal', 'italic'] }],
  ['Noto Sans Mono'],
  ['Noto Sans Arabic'],
  ['Noto Nastaliq Urdu', { weights: [400, 500, 600, 700] }],
  ['Noto Sans Hebrew'],
  ['Noto Sans Devanagari'],
  ['Noto Sans Bengali'],
  ['Noto Sans Gurmukhi'],
  ['Noto Sans Gujarati'],
  ['Noto Sans Tamil'],
  ['Noto Sans Telugu'],
  ['Noto Sans Kannada'],
  ['Noto Sans Malayalam'],
  ['Noto Sans Sinhala'],
  ['Noto Sans Thai'],
  ['Noto Sans Lao'],
  ['Noto Sans Khmer'],
  ['Noto Sans Myanmar'],
  ['Noto Sans Georgian'],
  ['Noto Sans Armenian'],
  ['Noto Sans Ethiopic'],
  ['Noto Sans Symbols'],
  ['Noto Sans Symbols 2', { weights: [400] }],
  ['Noto Sans Math', { weights: [400] }],
  ['Noto Color Emoji', { weights: [400] }],
]

/** Fonts with thousands of letters: about a hundred files by what they hold, each for all weights. */
const slicedFamilies = ['JP', 'KR', 'SC', 'TC'] as const

/** The font files that come with the renderer, by npm package. Nothing is looked for or read before a face is used. */
function bundledFonts(): BundledFile[] {
  return [
    ...faces({ family: 'Inter', package: 'inter-ui', styles: ['normal', 'italic'], path: interPath }),
    ...families.flatMap(([family, options]) => faces({ family, ...google(family), ...options })),
  ]
}

/** Packages that are installed when wanted, because few images need them and they are large. */
const optionalPackages: Readonly<Record<string, { version: string; use: string }>> = {
  '@expo-google-fonts/noto-sans-jp': { version: '0.4.3', use: 'Japanese and Chinese text in SVG pictures' },
}

/** A package of fonts that is not installed. */
export interface MissingFonts {
  /** What it is needed for. */
  use: string
  /** What `npm install` takes. */
  specifier: string
}

/** The optional packages of fonts that are not installed. */
export function missingFonts(): MissingFonts[] {
  return Object.entries(optionalPackages).flatMap(([name, { version, use }]) =>
    find(name) === undefined ? [{ use, specifier: `${name}@${version}` }] : [],
  )
}

/** Font files that can be turned into outlines: TrueType, of one colour. The `path` of one whose package is not installed throws a RenderError. */
export function outlineFonts(): FontFile[] {
  const inter = faces({ family: 'Inter', ...google('Inter'), styles: ['normal', 'italic'] })
  const japanese = faces({ family: 'Noto Sans JP', ...google('Noto Sans JP') })
  return [
    ...inter,
    ...japanese,
    ...bundledFonts().filter(({ path, family }) => path.endsWith('.ttf') && !/Emoji/.test(family)),
  ]
}

/** All faces that come with the renderer. */
export function bundledFaces(): Face[] {
  return [...bundledFonts(), ...slicedFamilies.map(sliced)]
}

/** The names of all families that come with the renderer. */
export function bundledFamilies(): string[] {
  return [...new Set(bundledFaces().map(({ family }) => family))]
}

type BundledFile = FontFile & { readonly isBundled: true }

interface Family {
  family: string
  package: string
  styles?: readonly Style[]
  weights?: readonly number[]
  path: (weight: number, name: string, style: Style) => string
}

function faces({ family, styles = ['normal'], ...rest }: Family): BundledFile[] {
  return styles.flatMap((style) =>
    weights
      .filter(([weight]) => rest.weights?.includes(weight) ?? true)
      .map(([weight, name]) => ({
        family,
        weight,
        style,
        isBundled: true,
        get path() {
          return join(folderOf(rest.package), rest.path(weight, name, style))
        },
      })),
  )
}

const folders = new Map<string, string>()

function find(name: string): string | undefined {
  try {
    return dirname(require.resolve(`${name}/package.json`))
  } catch {
    return undefined
  }
}

/** Throws a RenderError whose message goes on after "the image in layer …". */
function folderOf(name: string): string {
  const folder = folders.get(name) ?? find(name)
  if (folder === undefined) {
    const { version, use = 'text' } = optionalPackages[name] ?? {}
    const specifier = version === undefined ? name : `${name}@${version}`
    const message = `needs a font that is not installed, for ${use}; run "npm install ${specifier}" where Pictable is installed, then restart it`
    throw new RenderError('font_unknown', message)
  }
  folders.set(name, folder)
  return folder
}

function interPath(_weight: number, name: string, style: Style): string {
  const italic = style === 'italic' ? 'Italic' : ''
  return `web/Inter-${name === 'Regular' && italic ? '' : name}${italic}.woff2`
}

function google(family: string): Pick<Family, 'package' | 'path'> {
  const prefix = family.replaceAll(' ', '')
  return {
    package: `@expo-google-fonts/${family.toLowerCase().replaceAll(' ', '-')}`,
    path: (weight, name, style) => {
      const face = `${weight}${name}${style === 'italic' ? '_Italic' : ''}`
      return `${face}/${prefix}_${face}.ttf`
    },
  }
}

function sliced(language: (typeof slicedFamilies)[number]): Face {
  const name = `noto-sans-${language.toLowerCase()}`
  return {
    family: `Noto Sans ${language}`,
    weights: { min: 100, max: 900 },
    isBundled: true,
    slices() {
      const folder = folderOf(`@fontsource-variable/${name}`)
      return parseRanges(readFileSync(join(folder, 'unicode.json'), 'utf8')).map(({ key, ranges }) => ({
        path: join(folder, 'files', `${name}-${key}-wght-normal.woff2`),
        ranges,
      }))
    },
  }
}
