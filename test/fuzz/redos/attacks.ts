import fc from 'fast-check'
import { type Node, readPattern } from './syntax.ts'

/** Text that a pattern may take long for: `prefix`, then `pump` again and again, then `suffix`. */
export interface Attack {
  prefix: string
  pump: string
  suffix: string
}

/** Writes an attack of about this length. */
export function attackText({ prefix, pump, suffix }: Attack, length: number): string {
  return prefix + pump.repeat(Math.ceil(length / pump.length)) + suffix
}

const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))
/** One of each kind of character that patterns tell apart. */
const alphabet = [
  ...ascii,
  ...'éßKſ١中ひカ한กअع\u0301\u0610\u200b\u200d\ufe0e\ufe0f\u20e3\u00a0\u2028\ud800',
  '😀',
  '🏻',
  '🇩',
]

/** Characters that a class matches. */
function members(source: string, flags: string): string[] {
  const one = new RegExp(`^(?:${source})$`, flags.replace(/[gy]/g, ''))
  return alphabet.filter((character) => one.test(character))
}

/** Texts that a part matches, the lookarounds within it left aside. */
function textsOf(node: Node, flags: string): fc.Arbitrary<string> {
  switch (node.kind) {
    case 'character': {
      const found = members(node.source, flags)
      return found.length === 0 ? fc.constant('') : fc.constantFrom(...found)
    }
    case 'sequence':
      return fc.tuple(...node.parts.map((part) => textsOf(part, flags))).map((texts) => texts.join(''))
    case 'either':
      return fc.oneof(...node.branches.map((branch) => textsOf(branch, flags)))
    case 'repeat': {
      const maxLength = Math.min(node.max, node.min + 2)
      return fc.array(textsOf(node.part, flags), { minLength: node.min, maxLength }).map((texts) => texts.join(''))
    }
    case 'look':
    case 'nothing':
      return fc.constant('')
  }
}

interface Repetition {
  /** What has to be matched before it. */
  before: Node
  part: Node
}

/** Repetitions that can grow, with what is before each. */
function repetitionsIn(node: Node, before: Node[] = []): Repetition[] {
  switch (node.kind) {
    case 'repeat': {
      const inner = repetitionsIn(node.part, before)
      const own = { before: { kind: 'sequence', parts: before } as const, part: node.part }
      return node.max > 9 ? [own, ...inner] : inner
    }
    case 'sequence':
      return node.parts.flatMap((part, at) => repetitionsIn(part, [...before, ...node.parts.slice(0, at)]))
    case 'either':
      return node.branches.flatMap((branch) => repetitionsIn(branch, before))
    case 'look':
      return repetitionsIn(node.part, before)
    default:
      return []
  }
}

const suffixes = fc.oneof(
  fc.constantFrom('', '!', '\0', '\n', ' ', 'x', '0', '"', '>', '-', '😀'),
  fc.constantFrom(...alphabet),
)

/** Makes attacks on a pattern from its own structure: each repetition is pumped, and then what follows fails. */
export function attacksOn({ source, flags }: { source: string; flags: string }): fc.Arbitrary<Attack> {
  const root = readPattern(source)
  const repetitions = repetitionsIn(root)
  const anyText = textsOf(root, flags)
  const pumped = repetitions.map(({ before, part }) => {
    const one = textsOf(part, flags)
    // The beginning of a match, again and again: each one is searched for its end.
    const begun = fc.tuple(textsOf(before, flags), one).map((both) => both.join(''))
    const pump = fc.oneof({ weight: 3, arbitrary: one }, { weight: 1, arbitrary: begun })
    return fc.record({
      prefix: fc.oneof(textsOf(before, flags), fc.constant(''), suffixes),
      pump: fc.oneof(
        { weight: 3, arbitrary: pump },
        fc.tuple(pump, suffixes).map((both) => both.join('')),
      ),
      suffix: suffixes,
    })
  })
  // Where nothing repeats, a search still begins at every place.
  const whole = fc.record({ prefix: fc.constant(''), pump: anyText, suffix: suffixes })
  return fc
    .oneof({ weight: 1, arbitrary: whole }, ...pumped.map((arbitrary) => ({ weight: 4, arbitrary })))
    .map((attack) => ({ ...attack, pump: attack.pump || 'a' }))
}
