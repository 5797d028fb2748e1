import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fieldNamesIn, fillPlaceholders, problemsOfPlaceholders } from './placeholders.ts'

const values = {
  timestamp: '2025-11-20T20:34:00.000Z',
  record: {
    id: 'rec_1',
    fields: {
      Name: 'Teapot',
      'Price. net': 24.5,
      Tags: ['a', 'b'],
      'A | upper': 'the field itself',
      Empty: null,
      Evil: '{{image.url}}',
    },
  },
  image: { url: 'https://pictable.example/images/1.png' },
}

describe('fillPlaceholders()', () => {
  test.each([
    ['{{record.fields.Name}}', 'Teapot'],
    ['{{ record.fields.Name }} at {{timestamp}}', 'Teapot at 2025-11-20T20:34:00.000Z'],
    ['{{record.fields.Price. net}}', '24.5'],
    ['{{record.fields.Tags}}', '["a","b"]'],
    ['{{record.fields.Empty}}|{{record.fields.Unknown}}|{{run.id}}', '||'],
    ['{{record.fields.Evil}}', '{{image.url}}'],
    ['{{record.fields.constructor}}{{record.fields.__proto__}}{{metadata.toString}}', ''],
    ['{{constructor}}', '{{constructor}}'],
    ['{{record.constructor}}', '{{record.constructor}}'],
    ['{{{{image.url}}}}', '{{https://pictable.example/images/1.png}}'],
    ['{{image.url', '{{image.url'],
    ['{{record.fields.Price. net | currency:EUR}}', '€24.50'],
    ['{{record.fields.Tags | join:" & "}} {{record.fields.Empty || "none"}}', 'a & b none'],
    ['{{timestamp | date:long}}, {{record.fields.Name | upper}}', 'November 20, 2025, TEAPOT'],
    ['{{record.fields.Name * 2}}|{{record.fields.Name | nothing}}', '|'],
    ['{{record.fields.Price. net * 2}}|{{record.fields.Price. net - Sale}}', '49|'],
    ['{{"\\\\" + record.id}}', '\\rec_1'],
    ['{{7 * 7}} {{constructor || 1}}', '{{7 * 7}} {{constructor || 1}}'],
    ['{{record.fields.A | upper}}', 'the field itself'],
  ])('%s', (text, expected) => {
    expect(fillPlaceholders(text, values)).toBe(expected)
  })

  test('goes through lists and objects, and keeps all that is not text', () => {
    const configured = { a: [1, true, null, '{{image.url}}'], b: { c: '{{record.id}}' } }
    expect(fillPlaceholders(configured, values)).toEqual({
      a: [1, true, null, 'https://pictable.example/images/1.png'],
      b: { c: 'rec_1' },
    })
  })

  test('copies whatever holds no placeholder as it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        if (!JSON.stringify(value).includes('{{')) {
          expect(JSON.stringify(fillPlaceholders(value, values))).toBe(JSON.stringify(value))
        }
      }),
    )
  })

  test('keeps a key named __proto__ a key', () => {
    const configured: unknown = JSON.parse('{"__proto__": {"x": "{{record.id}}"}}')
    expect(JSON.stringify(fillPlaceholders(configured, values))).toBe('{"__proto__":{"x":"rec_1"}}')
  })
})

describe('problemsOfPlaceholders()', () => {
  test('names each unknown placeholder once, and at most twenty', () => {
    expect(problemsOfPlaceholders({ a: '{{x}}{{x}}{{y}}' })).toHaveLength(2)
    const many = Array.from({ length: 1000 }, (_, index) => `{{x${index}}}`)
    expect(problemsOfPlaceholders({ a: many.join(''), b: many })).toHaveLength(20)
  })

  test('names each unknown one and its place', () => {
    const configured = {
      good: '{{record.fields.Name}}',
      bad: ['{{constructor}}', '{{record.fields.}}'],
      worse: '{{7*7}}',
    }
    const problems = problemsOfPlaceholders(configured)
    expect(problems.map((problem) => problem.pointer)).toEqual([
      '/user_defined/bad/0',
      '/user_defined/bad/1',
      '/user_defined/worse',
    ])
    expect(problems[0]?.detail).toContain('{{constructor}}')
  })
})

test.each([
  [
    '{{record.fields.Price | curency:EUR}}',
    'at character 23 of {{record.fields.Price | curency:EUR}}: there is no filter "curency"; did you mean "currency"?',
  ],
  ['{{image.url', 'has a placeholder without "}}"'],
  ['\\{{image.url}}', 'has a backslash before {{image.url}}, which would be sent'],
  ['{{ \\ {{{{image.url}}}}', undefined],
  ['{{imag.url | upper}}', 'has no value "imag.url"; did you mean "image.url"?'],
  ['{{record.fields.[A | B]}}', 'at character 15 of {{record.fields.[A | B]}}: unexpected "A | B"'],
  ['{{[record.fields.A | B] | upper}}', undefined],
  ['{{record.fields.Price | currency:EUR}} {{run.id || event}}', undefined],
])('problemsOfPlaceholders() of %s is %s', (text, detail) => {
  const [problem] = problemsOfPlaceholders({ text })
  if (detail === undefined) expect(problem).toBeUndefined()
  else expect(problem?.detail).toContain(detail)
})

test.each(['png', 'jpg', 'webp', 'avif', 'pdf'])('problemsOfPlaceholders() knows the URL of .%s', (extension) => {
  expect(problemsOfPlaceholders(`{{image.url_${extension}}}`)).toEqual([])
})

describe('fieldNamesIn()', () => {
  test('lists the fields that a run must read, once each', () => {
    expect(
      fieldNamesIn({
        a: '{{record.fields.SKU}} {{record.fields.Name}}',
        b: ['{{record.fields.SKU}}', '{{image.url}}'],
      }),
    ).toEqual(['SKU', 'Name'])
    expect(fieldNamesIn(['{{record.fields.Price | currency:EUR}} {{record.fields.A || record.fields.B}}'])).toEqual(
      expect.arrayContaining(['Price', 'A', 'B']),
    )
  })
})

describe('fillPlaceholders() of a long value', () => {
  const values = { metadata: { long: 'x'.repeat(100_000) } }

  test('ends once the body is too large to be sent', () => {
    const texts = Array.from({ length: 15_000 }, () => '{{metadata.long}}')
    const { length } = JSON.stringify(fillPlaceholders({ texts }, values))
    expect(length).toBeGreaterThan(256 * 1024)
    expect(length).toBeLessThan(500_000)
  })

  test('ends filters that would take too long', () => {
    const filters = '| replace:"x":"xy" | replace:"y":"" '.repeat(40)
    const texts = Array.from({ length: 60 }, () => `{{metadata.long ${filters}}}`)
    const from = process.cpuUsage().user
    fillPlaceholders({ texts }, values)
    expect(process.cpuUsage().user - from).toBeLessThan(500_000)
  })

  test('fills all of a body that is not', () => {
    const filled = fillPlaceholders(['{{metadata.long}}', ['{{metadata.long}}'], '{{metadata.none}}'], values)
    expect(filled).toEqual([values.metadata.long, [values.metadata.long], ''])
  })
})
