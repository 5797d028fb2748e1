/** Stands at the end of every stack. */
export const DEFAULT_FAMILY = 'Inter'
export const EMOJI_FAMILY = 'Noto Color Emoji'
/** Before the default one in stacks with serifs. */
export const SERIF_FAMILY = 'Noto Serif'

/** Families that have serifs, by what they are called: the files of many do not tell. */
export const serifNames = new RegExp(
  [
    /(?<!sans[- ]?)serif|\bslab\b|roman|mincho|myeongjo|songti|naskh|amiri|scheherazade/,
    /times|georgia|garamond|minion|palatino|cambria|baskerville|didot|bodoni|caslon|tinos|gelasio|gentium/,
    /playfair|merriweather|\blora\b|crimson|cormorant|spectral|newsreader|literata|fraunces|vollkorn|cardo|domine/,
    /\bbitter\b|\barvo\b|prata|cinzel|old standard|frank ruhl|alegreya(?! sans)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
)

const han = ['Noto Sans JP', 'Noto Sans SC', 'Noto Sans TC', 'Noto Sans KR'] as const

type HanFamily = (typeof han)[number]

/** Families whose files cannot be turned into outlines. */
const notOutlined: ReadonlySet<string> = new Set([...han.slice(1), EMOJI_FAMILY])

/**
 * Of the bundled faces those in which text of SVGs is outlined on a server, in the order in which they are tried for a letter
 * that the family of the text lacks.
 */
export function inOutlineOrder<Named extends { readonly family: string }>(faces: readonly Named[]): Named[] {
  const first: readonly string[] = [DEFAULT_FAMILY, han[0]]
  const known = faces.filter(({ family }) => !notOutlined.has(family))
  const others = known.filter(({ family }) => !first.includes(family))
  return [...first.flatMap((family) => known.filter((face) => face.family === family)), ...others]
}

/** The letters of a script, and the families that have them, the best one first. */
interface Script {
  readonly letters: RegExp
  readonly families: (text: string, language: string) => readonly string[]
}

const scripts: readonly Script[] = [
  { letters: /\p{scx=Arabic}/u, families: (_, language) => arabicFamilies(language) },
  ...[
    [/\p{scx=Hebrew}/u, 'Noto Sans Hebrew'] as const,
    [/\p{scx=Devanagari}/u, 'Noto Sans Devanagari'] as const,
    [/\p{scx=Bengali}/u, 'Noto Sans Bengali'] as const,
    [/\p{scx=Gurmukhi}/u, 'Noto Sans Gurmukhi'] as const,
    [/\p{scx=Gujarati}/u, 'Noto Sans Gujarati'] as const,
    [/\p{scx=Tamil}/u, 'Noto Sans Tamil'] as const,
    [/\p{scx=Telugu}/u, 'Noto Sans Telugu'] as const,
    [/\p{scx=Kannada}/u, 'Noto Sans Kannada'] as const,
    [/\p{scx=Malayalam}/u, 'Noto Sans Malayalam'] as const,
    [/\p{scx=Sinhala}/u, 'Noto Sans Sinhala'] as const,
    [/\p{scx=Thai}/u, 'Noto Sans Thai'] as const,
    [/\p{scx=Lao}/u, 'Noto Sans Lao'] as const,
    [/\p{scx=Khmer}/u, 'Noto Sans Khmer'] as const,
    [/\p{scx=Myanmar}/u, 'Noto Sans Myanmar'] as const,
    [/\p{scx=Georgian}/u, 'Noto Sans Georgian'] as const,
    [/\p{scx=Armenian}/u, 'Noto Sans Armenian'] as const,
    [/\p{scx=Ethiopic}/u, 'Noto Sans Ethiopic'] as const,
  ].map(([letters, family]) => ({ letters, families: () => [family] })),
  {
    letters: /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Hangul}\uFF00-\uFFEF]/u,
    families: hanFamilies,
  },
]

/** The family with serifs that goes with one without; a server has it where it was installed. */
function serifOf(family: string): string | undefined {
  if (family === 'Noto Sans Arabic') return 'Noto Naskh Arabic'
  return family.startsWith('Noto Sans ') ? family.replace('Sans', 'Serif') : undefined
}

/** For symbols, ligatures and styled letters, which text fonts have only in part. */
const lastResorts = [
  'Noto Sans JP',
  SERIF_FAMILY,
  'Noto Sans Symbols',
  'Noto Sans Symbols 2',
  'Noto Sans Math',
  'Noto Sans Mono',
  EMOJI_FAMILY,
]

interface Setting {
  readonly text: string
  readonly language: string
  readonly hasSerifs: boolean
}

/** The families that may have a character, the best one first; the whole text decides between equals. */
export function familiesFor(character: string, { text, language, hasSerifs }: Setting): string[] {
  const own = scripts
    .filter(({ letters }) => letters.test(character))
    .flatMap(({ families }) => families(text, language))
  const alike = hasSerifs ? own.flatMap((family) => [serifOf(family) ?? family, family]) : own
  return [...new Set([...alike, ...lastResorts])]
}

/** Symbols, punctuation and whatever no family is known for. */
export const NO_SCRIPT = -1

/** Characters with the same number have the same families. */
export function scriptOf(character: string): number {
  return scripts.findIndex(({ letters }) => letters.test(character))
}

const unusual =
  /[\u2070-\u209F\u2100-\u2DFF\uA000-\uABFF\uFB00-\uFB17\u{10000}-\u{1EFFF}]|(?![\u00A9\u00AE\p{Emoji_Presentation}])\p{Extended_Pictographic}/u

/** The stack with every family that the scripts of the text call for. */
export function withFallbacks(families: readonly string[], text: string): string[] {
  const needed = scripts.filter(({ letters }) => letters.test(text)).flatMap((script) => script.families(text, ''))
  return [...new Set([...families, DEFAULT_FAMILY, ...needed, ...(unusual.test(text) ? lastResorts : [])])]
}

/** Languages that are written in the hanging style of Nastaliq. */
const nastaliq = new Set(['ur', 'ks', 'pnb', 'skr'])

function arabicFamilies(language: string): string[] {
  const families = ['Noto Sans Arabic', 'Noto Nastaliq Urdu']
  return nastaliq.has(languageOf(language)) ? families.toReversed() : families
}

/** Chinese characters look different by language: it decides, else the letters beside them do. */
function hanFamilies(text: string, language: string): readonly string[] {
  const first = hanFamilyOf(language) ?? (/[\p{scx=Hangul}]/u.test(text) && !kana.test(text) ? 'Noto Sans KR' : han[0])
  return [...new Set([first, ...han])]
}

const kana = /[\p{sc=Hiragana}\p{sc=Katakana}]/u

function hanFamilyOf(language: string): HanFamily | undefined {
  switch (languageOf(language)) {
    case 'ja':
      return 'Noto Sans JP'
    case 'ko':
      return 'Noto Sans KR'
    case 'zh':
    case 'yue':
      return /-(?:hant|tw|hk|mo)\b/i.test(language) || /^yue(?!-hans)/i.test(language) ? 'Noto Sans TC' : 'Noto Sans SC'
    default:
      return undefined
  }
}

function languageOf(tag: string): string {
  return (tag.split(/[-_]/)[0] ?? '').toLowerCase()
}

const lettersOfSerifs: ReadonlyMap<string | undefined, RegExp> = new Map(
  scripts.flatMap(({ letters, families }) => families('', '').map((family) => [serifOf(family), letters] as const)),
)

/** Whether the family is the one with serifs for letters of the text. */
export function isSerifFor(family: string, text: string): boolean {
  return lettersOfSerifs.get(family)?.test(text) ?? false
}
