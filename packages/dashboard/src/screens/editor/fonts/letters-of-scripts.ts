/** Of scripts whose English name is not that of Unicode. */
const unicodeNames: Readonly<Record<string, readonly string[]>> = {
  Burmese: ['Myanmar'],
  Kana: ['Hiragana', 'Katakana'],
}

/** A pattern for the letters of a script; undefined for a name that Unicode does not have. */
function patternOf(script: string): RegExp | undefined {
  try {
    const names = unicodeNames[script] ?? [script.replaceAll(' ', '_')]
    return new RegExp(names.map((name) => `\\p{Script=${name}}`).join('|'), 'u')
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Whether a text has a letter of a script. */
export const hasScript = (text: string, script: string): boolean => patternOf(script)?.test(text) === true

/** Signs of no script, such as digits and spaces. */
const shared = /[\p{Script=Common}\p{Script=Inherited}]/u

/** The letters of a text that are of none of the scripts of a family, each once; none where its scripts are not known. */
export function lettersOutside(scripts: readonly string[] | null, text: string): readonly string[] {
  if (scripts === null) return []
  const own = scripts.flatMap((script) => patternOf(script) ?? [])
  return [...new Set(text)].filter((letter) => !shared.test(letter) && !own.some((pattern) => pattern.test(letter)))
}
