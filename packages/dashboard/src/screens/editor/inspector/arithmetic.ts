/** What is typed into a field of numbers: a sum, or a change of the value that is there, such as `+10`. */
export type Typed = (present: number) => number

/** Pixels per unit, as PDF pages are made by default: 96 pixels per inch. */
const UNITS: Readonly<Record<string, number>> = {
  px: 1,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  pt: 96 / 72,
  '°': 1,
}

interface Context {
  /** Of what `%` is a share, such as the width of the page. Undefined: of the value that is there. */
  readonly whole?: number | undefined
  /** The field counts in percent itself: `50%` is 50. */
  readonly isPercent?: boolean
  /** A minus at the start takes away from what is there, since there is no one value to replace. */
  readonly isMixed?: boolean
}

/** `1,080` is a thousand and more, `1,5` and `0,125` are fractions. */
const THOUSANDS = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/

const token =
  /\s*(?:([1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?(?![\d,])|\d+(?:[.,]\d+)?|[.,]\d+)|(px|in|cm|mm|pt|%|°)|([-+*/()]))/iy

/** Numbers, units and signs; undefined when there is anything else. */
function tokensOf(text: string): readonly string[] | undefined {
  const tokens: string[] = []
  const whole = text.trim().replaceAll('×', '*').replaceAll('÷', '/').replaceAll('−', '-').replaceAll('"', 'in')
  token.lastIndex = 0
  while (token.lastIndex < whole.length) {
    const match = token.exec(whole)
    if (!match) return undefined
    const [, number = ''] = match
    const plain = THOUSANDS.test(number) ? number.replaceAll(',', '') : number.replace(',', '.')
    tokens.push(plain || (match[2]?.toLowerCase() ?? match[3] ?? ''))
  }
  return tokens
}

/** Reads tokens from the left: a sum of products of signed values. */
class Parser {
  #at = 0
  readonly #tokens: readonly string[]
  readonly #context: Context

  constructor(tokens: readonly string[], context: Context) {
    this.#tokens = tokens
    this.#context = context
  }

  get isAtEnd(): boolean {
    return this.#at === this.#tokens.length
  }

  take(...wanted: readonly string[]): string | undefined {
    const next = this.#tokens[this.#at]
    if (next === undefined || !wanted.includes(next)) return undefined
    this.#at++
    return next
  }

  sum(): Typed | undefined {
    return this.#chain(['+', '-'], () => this.#product())
  }

  #product(): Typed | undefined {
    return this.#chain(['*', '/'], () => this.#signed())
  }

  #chain(signs: readonly string[], read: () => Typed | undefined): Typed | undefined {
    let left = read()
    for (let sign = this.take(...signs); sign !== undefined && left; sign = this.take(...signs)) {
      const right = read()
      left = right && combine(left, sign, right)
    }
    return left
  }

  #signed(): Typed | undefined {
    const sign = this.take('-', '+')
    const value = sign === undefined ? this.#value() : this.#signed()
    return sign === '-' && value ? (present) => -value(present) : value
  }

  #value(): Typed | undefined {
    if (this.take('(') !== undefined) {
      const inner = this.sum()
      return this.take(')') === undefined ? undefined : inner
    }
    const number = Number(this.#tokens[this.#at] ?? Number.NaN)
    if (Number.isNaN(number)) return undefined
    this.#at++
    const unit = this.take('%', ...Object.keys(UNITS))
    if (unit !== '%') return () => number * (unit === undefined ? 1 : (UNITS[unit] ?? 1))
    const { whole, isPercent = false } = this.#context
    return (present) => (isPercent ? number : (number / 100) * (whole ?? present))
  }
}

function combine(left: Typed, sign: string, right: Typed): Typed {
  return (present) => {
    const [one, other] = [left(present), right(present)]
    if (sign === '+') return one + other
    if (sign === '-') return one - other
    return sign === '*' ? one * other : one / other
  }
}

/** Reads what was typed into a field of numbers. Undefined when it is no number, also when it would be endless. */
export function readTyped(text: string, context: Context = {}): Typed | undefined {
  const tokens = tokensOf(text)
  if (!tokens || tokens.length === 0) return undefined
  const parser = new Parser(tokens, context)
  const change = parser.take('+', '*', '/', ...(context.isMixed === true ? ['-'] : []))
  const rest = parser.sum()
  if (!rest || !parser.isAtEnd) return undefined
  const whole: Typed = change === undefined ? rest : combine((present) => present, change, rest)
  return Number.isFinite(whole(1)) ? whole : undefined
}

interface Bounds {
  readonly minimum?: number | undefined
  readonly maximum?: number | undefined
  readonly isWhole?: boolean
}

/** The nearest number that is allowed, without the noise of floating point. */
export function within(value: number, { minimum, maximum, isWhole = false }: Bounds): number {
  const rounded = isWhole ? Math.round(value) : Math.round(value * 10_000) / 10_000
  return Math.min(maximum ?? Number.POSITIVE_INFINITY, Math.max(minimum ?? Number.NEGATIVE_INFINITY, rounded))
}
