import type { CallAnswer, Contract } from '@pictable/client'
import { picturedFamilies } from './pictured-families.ts'

export type Family = CallAnswer<Contract['fontFamilies']['list']>['results'][number]
export type GoogleFamily = CallAnswer<Contract['fontFamilies']['google']>['results'][number]

type Section = 'in_template' | 'recent' | 'all' | 'popular' | 'scripts' | 'google'

/** A line of the picker: a heading, or a family. */
export type FontRow =
  | { readonly kind: 'heading'; readonly section: Section; readonly key: string }
  | {
      readonly kind: 'family'
      readonly section: Section
      readonly key: string
      readonly name: string
      /** What is known of it; undefined for a name that is not installed. */
      readonly family: Family | GoogleFamily | undefined
    }

export type FamilyRow = Extract<FontRow, { kind: 'family' }>

export interface RowsOf {
  readonly families: readonly Family[]
  readonly google: readonly GoogleFamily[]
  readonly inTemplate: readonly string[]
  readonly recent: readonly string[]
  readonly sought: string
  /** Families with every character of the text; undefined: all are shown. */
  readonly complete: ReadonlySet<string> | undefined
}

/** What a search compares: without case, accents and spaces. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/[\p{M}\s_-]+/gu, '')
    .toLowerCase()

export const isInstalled = (family: Family | GoogleFamily | undefined) =>
  family !== undefined && 'installed' in family && family.installed !== 'no'

/** Whether a row shows how the family looks: in its own font, or as a picture before it is installed. */
export const hasSample = ({ section, name, family }: FamilyRow): boolean =>
  section !== 'google' && (isInstalled(family) || picturedFamilies.includes(name))

/** What comes with Pictable for texts; its other families have the letters of one script each, or symbols. */
const BUNDLED_TEXT: ReadonlySet<string> = new Set(['Inter', 'Noto Serif', 'Noto Sans Mono'])
const isForScript = ({ origin, family }: Family) => origin === 'bundled' && !BUNDLED_TEXT.has(family)

/** The lines of the picker: each section with its heading, without sections that are empty. */
export function fontRows({ families, google, inTemplate, recent, sought, complete }: RowsOf): FontRow[] {
  const byName = new Map(families.map((family) => [family.family, family]))
  const wanted = plain(sought)
  const matches = (name: string) => plain(name).includes(wanted)
  const isComplete = (name: string) => complete === undefined || complete.has(name)
  const installed = families.filter((family) => isInstalled(family) && !isForScript(family)).map(({ family }) => family)
  const ofScripts = families.filter(isForScript).map(({ family }) => family)
  const others = families.filter((family) => !isInstalled(family)).map(({ family }) => family)
  const sections: readonly (readonly [Section, readonly string[]])[] = [
    ['in_template', inTemplate.filter(isComplete)],
    ['recent', recent.filter((name) => byName.has(name) && !inTemplate.includes(name) && isComplete(name))],
    ['all', installed.filter(isComplete)],
    ['popular', complete === undefined ? others : []],
    ['scripts', ofScripts.filter(isComplete)],
  ]
  const known = sections.flatMap(([section, names]): FontRow[] => {
    const rows = names.filter(matches).map((name): FontRow => {
      return { kind: 'family', section, key: `${section} ${name}`, name, family: byName.get(name) }
    })
    return rows.length === 0 ? [] : [{ kind: 'heading', section, key: section }, ...rows]
  })
  const found = google
    .filter(({ family }) => !isInstalled(byName.get(family)))
    .map((family): FontRow => {
      return { kind: 'family', section: 'google', key: `google ${family.family}`, name: family.family, family }
    })
  return found.length === 0 ? known : [...known, { kind: 'heading', section: 'google', key: 'google' }, ...found]
}
