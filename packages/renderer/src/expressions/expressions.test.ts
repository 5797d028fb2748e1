import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Value } from '#renderer/values/value.ts'
import { escapeBraces, writeName } from './braces.ts'
import { bounded, resultOf } from './evaluate.ts'
import { ExpressionError } from './expression-error.ts'
import { filters } from './filters.ts'
import { nearestName } from './nearest-name.ts'
import { namesIn, parseExpression } from './syntax.ts'
import { adoptText, fillText, readWrittenText } from './written-text.ts'

const values: Record<string, Value> = {
  Name: 'Ada',
  'Due date': '2030-01-31',
  'Price (net)': 19.99,
  Price: '1234.5',
  Zero: 0,
  Empty: ' ',
  Yes: true,
  No: 'no',
  Tags: ['a', 'b'],
  Braces: '{{Name}}',
}

function scopeOf(given: Readonly<Record<string, Value>>, locale = 'en') {
  const warnings: string[] = []
  const look = (name: string) => (Object.hasOwn(given, name) ? given[name] : undefined)
  return { scope: { look, locale, warn: (problem: string) => warnings.push(problem) }, warnings }
}

const fill = (text: string, locale = 'en') => fillText(readWrittenText(text), scopeOf(values, locale).scope)

function messageOf(run: () => unknown): string {
  try {
    return `no error, but ${JSON.stringify(run())}`
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    return `${error.at}: ${error.message}`
  }
}

describe('fillText()', () => {
  test.each([
    ['{{W + " " + H}}', '12 5'],
    ['{{H + "." + N}}', '5.7'],
    ['{{"+" + Code + N}}', '+497'],
    ['{{W + ".00"}} {{(W | trim) + H}} {{(None || "1") + 1}}', '12.00 125 11'],
    ['{{N + " " + None}}|{{W + None}}|{{Letters + None}}|{{N + None}}|{{None + N + W}}', '7 |12|12a||'],
    ['{{W + H}} {{Letters + H + N}} {{(None | default:1) + W}} {{1 + 2 + " of " + (W + H)}}', '17 12a57 13 3 of 17'],
  ])('%s is %s: what was joined is not read as a number again', (text, expected) => {
    const given = { W: '12', H: '5', N: 7, Code: '49', Letters: '12a' }
    expect(fillText(readWrittenText(text), scopeOf(given).scope)).toBe(expected)
  })

  test.each([
    ['{{9007199254740991 + 0}} {{1234567890123456 + 1}}', '9007199254740991 1234567890123457'],
    ['{{"123456789012345678" == "123456789012345679"}} {{"123456789012345678" < "123456789012345679"}}', 'false true'],
    ['{{"0012" == 12}} {{"1.0" == "1"}} {{"-9" < "10"}}', 'true true true'],
  ])('%s is %s: whole numbers keep their digits', (text, expected) => {
    expect(fill(text)).toBe(expected)
  })

  test.each([
    ['Only {{Price | currency:EUR}} until {{Due date | date:long}}', 'Only €1,234.50 until January 31, 2030'],
    ['{{Missing || "friend"}} {{Empty || Name}} {{Zero || 7}}', 'friend Ada 0'],
    ['\\{{Name}} {{Name}}', '{{Name}} Ada'],
    ['{{[Price (net)] * 2}} {{0.1 + 0.2}} {{7 / 2 - 1}} {{7 % 4}} {{-Price}}', '39.98 0.3 2.5 3 -1234.5'],
    ['{{1 + 2 * 3}} {{(1 + 2) * 3}} {{10 - 2 - 3}}', '7 9 5'],
    ['{{Name + " " + Missing}}|{{Price + 1}}|{{Missing + 1}}|{{Name + 1}}', 'Ada |1235.5||Ada1'],
    ['{{Price * Missing || "on request"}} {{1 / 0 || "none"}}', 'on request none'],
    ['{{Zero > 0 ? "in" : "out"}} {{Price >= 1000 ? "dear" : "cheap"}}', 'out dear'],
    ['{{Yes && !No ? 1 : 2}} {{Zero ? 1 : Empty ? 2 : 3}}', '1 3'],
    ['{{Name == "Ada"}} {{Name != "Ada"}} {{Missing == null}} {{Price == 1234.5}}', 'true false true true'],
    ['{{Due date < "2030-02-01"}} {{"b" > "a"}} {{Missing < 1}}', 'true true false'],
    ['{{Tags}} {{Tags | join:" & "}} {{Tags | join:", ":" and "}}', 'a, b a & b a and b'],
    ['{{"it\\"s" + \'}}\'}}', 'it"s}}'],
    ['{{Braces}}', '{{Name}}'],
    ['{{(Name | upper) + "!" | lower}}', 'ada!'],
    ['{{Missing | default:"x" | upper}} {{Missing | upper}}', 'X '],
    ['{{Price | currency:(Yes ? "USD" : "EUR")}}', '$1,234.50'],
  ])('%s is %s', (text, expected) => {
    expect(fill(text)).toBe(expected)
  })

  test('formats as the locale does', () => {
    expect(fill('{{Price | currency:EUR}} {{Due date | date:long}} {{1300000 | compact}}', 'de')).toBe(
      '1.234,50\u00a0€ 31. Januar 2030 1,3\u00a0Mio.',
    )
    const plural = '{{N | plural:"# plik":"# pliki":"# plików":"# pliku"}}'
    const polish = [1, 3, 5, 1.5].map((N) => fillText(readWrittenText(plural), scopeOf({ N }, 'pl').scope))
    expect(polish).toEqual(['1 plik', '3 pliki', '5 plików', '1,5 pliku'])
  })

  test.each([
    ['pl', '"# plik":"# pliki":"# plików"', [1, 3, 5, 1.5], ['1 plik', '3 pliki', '5 plików', '1,5 plików']],
    ['lt', '"a":"b":"c"', [1, 2, 10], ['a', 'b', 'c']],
    [
      'ar',
      '"zero":"one":"two":"few":"many":"other"',
      [0, 1, 2, 3, 11, 100],
      ['zero', 'one', 'two', 'few', 'many', 'other'],
    ],
    ['ar', '"one":"other"', [1, 3], ['one', 'other']],
    ['fr', '"# an":"# ans"', [1, 2], ['1 an', '2 ans']],
  ])('%s has the plural forms %s', (locale, forms, numbers, expected) => {
    const text = readWrittenText(`{{N | plural:${forms}}}`)
    expect(numbers.map((N) => fillText(text, scopeOf({ N }, locale).scope))).toEqual(expected)
  })

  test('leaves a value that a filter does not suit as it is, with a warning', () => {
    const { scope, warnings } = scopeOf(values)
    expect(fillText(readWrittenText('{{Name | currency:EUR}} {{Name | date}} {{Name | plural:"a":"b"}}'), scope)).toBe(
      'Ada Ada Ada',
    )
    expect(warnings).toHaveLength(3)
  })

  test.each([
    ['{{Name * 2}}', '7: "Ada" is not a number, which "*" needs'],
    ['{{-Name}}', '2: "Ada" is not a number, which "-" needs'],
    ['{{Tags * 2}}', '7: the list "a, b" is not a number, which "*" needs; use a value that is no list'],
  ])('%s fails: %s', (text, message) => {
    expect(messageOf(() => fill(text))).toBe(message)
  })

  test('says the same of an escaped text as the text itself says', () => {
    const text = fc.string({ unit: fc.constantFrom('{', '}', '\\', 'a', '{{', '\\{{', '"') })
    fc.assert(
      fc.property(text, (written) => {
        expect(fill(escapeBraces(written))).toBe(written)
      }),
    )
  })

  test('ends a text that grows without bound', () => {
    const long = { A: 'x'.repeat(900_000) }
    for (const text of [
      '{{A}}{{A}}',
      '{{A + A}}',
      '{{A | replace:"x":"yy"}}',
      '{{Items | join:[A]}}',
      '{{Big | plural:"b":[Hashes]}}',
    ]) {
      const given = { ...long, Items: new Array(3000).fill('i'), Hashes: '#'.repeat(900_000), Big: 1e300 }
      expect(messageOf(() => fillText(readWrittenText(text), scopeOf(given).scope))).toContain('longer than 1000000')
    }
  })

  test.each([
    ['filters', `{{A${' | title'.repeat(200)}}}`],
    ['expressions', '{{A | title | truncate:1}}'.repeat(200)],
    ['lists', `{{${'Items == 1 || '.repeat(140)}1}}`.repeat(20)],
    ['plural forms', `{{${'([N] | plural:[Hashes]:[Hashes]) == 1 || '.repeat(40)}1}}`.repeat(50)],
  ])('bounds the work of all %s together', (_, text) => {
    const given = { A: 'ab '.repeat(30_000), Items: new Array(2000).fill('i'), Hashes: '#'.repeat(90_000), N: 1 }
    const { scope } = scopeOf(given)
    const from = process.cpuUsage().user
    expect(messageOf(() => fillText(readWrittenText(text), bounded(scope, 500_000)))).toContain(
      'too long for the filters and "+" of this text',
    )
    expect(process.cpuUsage().user - from).toBeLessThan(2_000_000)
  })

  test.each([
    ['{{[Size [cm\\]]}}', 'large'],
    ['{{[ true ]}} {{[true]}} {{true}} {{[null] + 1}}', 'spaces named true 6'],
    ['{{[C:\\dir]}} {{[two\nlines]}}', 'path lines'],
  ])('%s names a value in brackets', (text, expected) => {
    const given = {
      'Size [cm]': 'large',
      ' true ': 'spaces',
      true: 'named',
      null: 5,
      'C:\\dir': 'path',
      'two\nlines': 'lines',
    }
    expect(fillText(readWrittenText(text), scopeOf(given).scope)).toBe(expected)
  })

  test('replaces no empty text, and cuts no character in two', () => {
    const { scope, warnings } = scopeOf({ Name: '👍b', None: '' })
    expect(fillText(readWrittenText('{{Name | replace:[None]:"-"}}'), scope)).toBe('👍b')
    expect(warnings).toEqual(['the text to replace is empty, so it is shown unformatted'])
  })
})

test('adoptText() keeps expressions that can be read, and takes others as words', () => {
  expect(adoptText('Hi {{Name}}')).toBe('Hi {{Name}}')
  expect(fill(adoptText('{{ not {{Name}}'))).toBe('{{ not {{Name}}')
})

describe('readWrittenText()', () => {
  test.each([
    ['{{Name', '0: "{{" has no "}}"; write \\{{ to show the braces'],
    ['a {{', '4: expected a name, a number or a "text", found the end'],
    ['{{}}', '2: expected a name, a number or a "text", found "}}"'],
    ['{{Name |}}', '8: expected a filter after "|": currency, number'],
    ['{{Name | uper}}', '9: there is no filter "uper"; did you mean "upper"?'],
    [
      '{{Price | currency}}',
      '10: the filter "currency" has the wrong number of arguments; write it like 1234.5 | currency:EUR',
    ],
    ['{{Price | currency:Euro}}', '10: the filter "currency": "Euro" is not a currency code such as "EUR"'],
    ['{{Price | number:-1}}', '17: expected a value after ":"'],
    ['{{Price | number:99}}', '10: the filter "number": "99" must be at most 20'],
    ['{{D | date:big}}', '6: the filter "date": "big" must be "full" or "long"'],
    ['{{D | date:long:Mars}}', '6: the filter "date": "Mars" is not a time zone such as "Europe/Berlin"'],
    [
      '{{D | date:short:Nowhere/Zone}}',
      '6: the filter "date": "Nowhere/Zone" is not a time zone such as "Europe/Berlin"',
    ],
    ['{{D | currency:EUR:x}}', '6: the filter "currency": "x" must be at least 0'],
    [`{{"${'a'.repeat(2001)}"}}`, '2: the expression is longer than 2000 characters'],
    [`{{"${'a'.repeat(3000)}}} "quoted"`, '2: the text that starts with " has no closing "'],
    ['{{T | truncate:x}}', '6: the filter "truncate": needs a whole number'],
    ['{{Name = "x"}}', '7: "=" is not an operator; compare with "=="'],
    ['{{"x}}', '2: the text that starts with " has no closing "'],
    ['{{[Name}}', '2: the name that starts with [ has no ]'],
    ['{{[]}}', '2: there is no name between [ and ]'],
    ['{{💥}}', '2: unexpected "💥"'],
    ['{{1e5}}', '2: write a name that starts with a digit in brackets'],
    ['{{{Price}}}', '2: unexpected "{"; an expression starts with two braces'],
    ['{{e | upper || "x"}}', '12: put the value and its filter before "||" in parentheses'],
    ['{{a ? "b" | upper : "c"}}', '10: put the value and its filter between "?" and ":" in parentheses'],
    ['{{a ? b}}', '7: "?" has no ":"'],
    ['{{(a}}', '4: "(" has no ")"'],
    ['{{a b "c"}}', '6: unexpected "c"; expected "}}", an operator or a filter'],
    ['{{a ~ b}}', '4: unexpected "~"; write a name with such characters in brackets: [Name]'],
    [`{{${'('.repeat(40)}`, '35: the expression is nested more than 32 deep'],
    [`{{${'!'.repeat(500)}a}}`, '35: the expression is nested more than 32 deep'],
    [`{{${'a + '.repeat(600)}a}}`, '2: the expression is longer than 2000 characters'],
    [`{{${'a '.repeat(5000)}`, '2: the expression is longer than 2000 characters'],
    ['{{a}}'.repeat(201), '1000: has more than 200 expressions'],
  ])('%s is an error with its place', (text, message) => {
    expect(messageOf(() => readWrittenText(text))).toContain(message)
  })

  test.each([
    ['{{', '{{'],
    ['an open text', '{{"'],
    ['an open name', '{{['],
    ['words', '{{a '],
    ['digits', '{{1'],
    ['spaces', '{{ '],
    ['backslashes', '\\'],
    ['escapes', '\\{{'],
    ['signs', '{{-'],
  ])('takes no longer than the text is long: %s', (_, start) => {
    const costOf = (length: number) => {
      const text = start.length > 2 ? start + (start.at(-1) ?? '').repeat(length) : start.repeat(length)
      const from = process.cpuUsage().user
      messageOf(() => readWrittenText(text))
      return process.cpuUsage().user - from
    }
    costOf(1000)
    expect(costOf(400_000)).toBeLessThan(200_000)
  })
})

test('a long expression is not read to its end', () => {
  const text = `{{${'a+'.repeat(2_000_000)}a}}`
  const from = process.cpuUsage().user
  expect(messageOf(() => readWrittenText(text))).toBe('2: the expression is longer than 2000 characters')
  expect(messageOf(() => parseExpression(text.slice(2)))).toBe('0: the expression is longer than 2000 characters')
  expect(process.cpuUsage().user - from).toBeLessThan(100_000)
})

describe('writeName()', () => {
  test.each([
    'Name',
    'Due date',
    'image.url',
    'true',
    'Price (net)',
    'a  b',
    'a]b\\',
    '2nd',
    'हिन्दी',
    'not',
    'Ὀδυσσεύς é',
  ])('writes %j so that an expression has that name', (name) => {
    expect(namesIn(parseExpression(writeName(name))).map((use) => use.name)).toEqual([name])
  })

  test('puts no brackets where none are needed', () => {
    expect(['Due date', 'image.url', 'हिन्दी'].map(writeName)).toEqual(['Due date', 'image.url', 'हिन्दी'])
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (name) => {
        expect(namesIn(parseExpression(writeName(name)))).toEqual([expect.objectContaining({ name })])
      }),
    )
  })
})

describe('namesIn()', () => {
  test('sees the result behind a default', () => {
    const uses = namesIn(parseExpression('Photo | default:[Logo]'))
    expect(uses).toEqual([
      { name: 'Photo', at: 0, required: false, isResult: true },
      { name: 'Logo', at: 16, required: true, isResult: true },
    ])
  })

  test('tells which names must have a value', () => {
    const uses = namesIn(parseExpression('A || B + (C ? D : E | default:[F]) + [G h] + (I == J) | currency:(K)'))
    expect(uses.map(({ name, required }) => (required ? name : `${name}?`))).toEqual([
      'A?',
      'B',
      'C?',
      'D?',
      'E?',
      'F',
      'G h',
      'I?',
      'J?',
      'K',
    ])
  })
})

describe('filters', () => {
  const examples = [...filters].flatMap(([name, filter]) =>
    filter.examples.map((example) => [name, ...example] as const),
  )
  test.each(examples)('%s: %s is %s', (_, expression, result) => {
    const { scope, warnings } = scopeOf({})
    expect(resultOf(parseExpression(expression), bounded(scope))).toBe(result)
    expect(warnings).toEqual([])
  })

  test('have an example each', () => {
    for (const [, { examples: own }] of filters) expect(own.length).toBeGreaterThan(0)
  })
})

describe('nearestName()', () => {
  test.each([
    ['price', ['Cost', 'Price'], 'Price'],
    ['Pirce', ['Cost', 'Price'], 'Price'],
    ['due_date', ['Due date'], 'Due date'],
    ['Name', ['Price'], undefined],
    ['ab', ['xy'], undefined],
  ])('%s of %j is %s', (name, names, expected) => {
    expect(nearestName(name, names)).toBe(expected)
  })
})
