import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FontFile } from '#renderer/job.ts'

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

/** The fonts that come with the renderer, by npm package. Nothing is read before a face is used. */
export function bundledFonts(): FontFile[] {
  return [
    ...faces({ family: 'Inter', package: 'inter-ui', styles: ['normal', 'italic'], path: interPath }),
    ...faces({ family: 'Noto Serif', ...google('noto-serif', 'NotoSerif'), styles: ['normal', 'italic'] }),
    ...faces({ family: 'Noto Sans Arabic', ...google('noto-sans-arabic', 'NotoSansArabic'), styles: ['normal'] }),
    ...faces({ family: 'Noto Sans Hebrew', ...google('noto-sans-hebrew', 'NotoSansHebrew'), styles: ['normal'] }),
    ...faces({ family: 'Noto Sans JP', ...google('noto-sans-jp', 'NotoSansJP'), styles: ['normal'] }),
    ...faces({
      family: 'Noto Color Emoji',
      ...google('noto-color-emoji', 'NotoColorEmoji'),
      styles: ['normal'],
    }).filter(({ weight }) => weight === 400),
  ]
}

interface Family {
  family: string
  package: string
  styles: readonly Style[]
  path: (weight: number, name: string, style: Style) => string
}

function faces(family: Family): FontFile[] {
  const folder = dirname(require.resolve(`${family.package}/package.json`))
  return family.styles.flatMap((style) =>
    weights.map(([weight, name]) => {
      return { family: family.family, weight, style, path: join(folder, family.path(weight, name, style)) }
    }),
  )
}

function interPath(_weight: number, name: string, style: Style): string {
  const italic = style === 'italic' ? 'Italic' : ''
  return `web/Inter-${name === 'Regular' && italic ? '' : name}${italic}.woff2`
}

function google(folder: string, prefix: string): Pick<Family, 'package' | 'path'> {
  return {
    package: `@expo-google-fonts/${folder}`,
    path: (weight, name, style) => {
      const face = `${weight}${name}${style === 'italic' ? '_Italic' : ''}`
      return `${face}/${prefix}_${face}.ttf`
    },
  }
}
