import { type Script, scripts } from '@pictable/renderer/scripts'

const has =
  (letter: string) =>
  ({ letter: pattern }: Script): boolean =>
    pattern.test(letter)

/** The name of the script of most letters of a text; undefined for a text without letters. */
export function mainScript(text: string): string | undefined {
  const counts = new Map<string, number>()
  for (const letter of text) {
    const name = scripts.find(has(letter))?.name
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0]
}

/** Signs such as π and Ω, which fonts of other scripts have as well. */
const signs = /(?<!\p{Script=Greek})\p{Script=Greek}(?!\p{Script=Greek})/gu

/** The letters of a text that are of a script which a family has not, each once; none where its scripts are not known. */
export function lettersOutside(own: readonly string[] | null, text: string): readonly string[] {
  if (own === null) return []
  const others = scripts.filter(({ name }) => !own.includes(name))
  return [...new Set(text.replaceAll(signs, ''))].filter((letter) => others.some(has(letter)))
}
