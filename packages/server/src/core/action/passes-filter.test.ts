import { type FieldKind, fieldKinds } from '@pictable/model/field'
import type { ConditionOf, Filter, FilterOperator } from '@pictable/model/filter'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FieldValue } from '#core/ports/source.ts'
import { operatorsOf, problemOfCondition } from './filter.ts'
import { passesFilter } from './passes-filter.ts'

const now = new Date('2026-11-21T18:00:00Z')
const field = { id: 'fld', name: 'Field' }

const file = (filename: string) => ({ id: `att_${filename}`, url: `https://files.example/${filename}`, filename })

function passes(kind: FieldKind, cell: FieldValue | undefined, filter: Filter): boolean {
  return passesFilter(filter, cell === undefined ? {} : { fld: cell }, { kinds: new Map([['fld', kind]]), now })
}

const condition = (operator: FilterOperator, value?: ConditionOf<unknown>['value']): Filter => ({
  field,
  operator,
  ...(value !== undefined && { value }),
})

/** kind, cell, operator, value, whether it passes */
type Case = [FieldKind, FieldValue | undefined, FilterOperator, ConditionOf<unknown>['value'], boolean]

const cases: Case[] = [
  ['text', 'Spring Sale', 'equals', 'spring sale', true],
  ['text', 'Spring Sale', 'equals', 'Spring', false],
  ['text', 'Cafe\u0301', 'equals', 'caf\u00e9', true],
  ['text', undefined, 'equals', 'x', false],
  ['text', undefined, 'not_equals', 'x', true],
  ['text', 'Spring Sale', 'contains', 'SALE', true],
  ['text', 'Spring', 'not_contains', 'sale', true],
  ['text', 'b', 'one_of', ['a', 'B'], true],
  ['text', 'c', 'one_of', ['a', 'B'], false],
  ['text', '', 'empty', undefined, true],
  ['text', null, 'empty', undefined, true],
  ['text', undefined, 'empty', undefined, true],
  ['text', '0', 'empty', undefined, false],
  ['text', '0', 'not_empty', undefined, true],
  ['rich_text', '**Sale**', 'contains', 'sale', true],
  ['url', 'https://shop.example/a', 'contains', 'shop.example', true],
  ['unknown', 7, 'equals', 7, true],
  ['unknown', true, 'equals', true, true],
  ['json', { json: { a: [1] } }, 'contains', '"a":[1]', true],
  ['json', { json: null }, 'empty', undefined, true],
  ['single_select', 'Ready', 'equals', 'ready', true],
  ['single_select', 'Ready', 'one_of', ['Done', 'Ready'], true],
  ['multi_select', ['Red', 'Blue'], 'contains', 'blu', true],
  ['multi_select', ['Red', 'Blue'], 'one_of', ['blue'], true],
  ['multi_select', ['Red', 'Blue'], 'equals', 'Red', false],
  ['multi_select', ['Red'], 'equals', 'Red', true],
  ['multi_select', [], 'empty', undefined, true],
  ['multi_select', ['Red'], 'not_contains', 'blue', true],
  ['link', [{ id: 'rec1', label: 'Acme' }], 'contains', 'acme', true],
  ['user', [{ id: 'usr1', label: 'Ada' }], 'one_of', ['Ada'], true],
  ['attachments', [file('cup.png')], 'contains', '.PNG', true],
  ['attachments', [file('cup.png')], 'empty', undefined, false],
  ['attachments', [], 'empty', undefined, true],
  ['number', 24.5, 'equals', '24.50', true],
  ['number', 0, 'equals', 0, true],
  ['number', 0, 'empty', undefined, false],
  ['number', 3, 'one_of', [1, 3], true],
  ['number', 3, 'greater', 2, true],
  ['number', 3, 'greater', 3, false],
  ['number', 3, 'greater_or_equal', 3, true],
  ['number', -3, 'less', -2.5, true],
  ['number', 3, 'less_or_equal', 3, true],
  ['number', undefined, 'less', 5, false],
  ['number', undefined, 'greater', -5, false],
  ['number', '9007199254740993', 'equals', '9007199254740992', false],
  ['number', '9007199254740993', 'greater', '9007199254740992', true],
  ['number', '-9007199254740993', 'less', '-9007199254740992.5', true],
  ['number', 0.1 + 0.2, 'greater', 0.3, true],
  ['date', '2026-11-21', 'equals', 'today', true],
  ['date', '2026-11-21', 'equals', '2026-11-21', true],
  ['date', '2026-11-20', 'before', 'today', true],
  ['date', '2026-11-21', 'before', 'today', false],
  ['date', '2026-11-28', 'after', 'today+7', false],
  ['date', '2026-11-29', 'after', 'today + 7', true],
  ['date', '2026-10-22', 'greater_or_equal', 'today-30', true],
  ['date', '2026-11-22', 'greater', 'today', true],
  ['date', '2026-11-20', 'less', 'today', true],
  ['date', null, 'empty', undefined, true],
  ['date_time', null, 'empty', undefined, true],
  ['date_time', '2026-11-22T00:00:00.000Z', 'greater', 'today', true],
  ['date_time', '2026-11-21T12:00:00.000Z', 'greater_or_equal', '2026-11-21T12:00:00Z', true],
  ['date_time', '2026-11-21T12:00:00.000Z', 'less_or_equal', 'today', true],
  ['date', '2026-11-21', 'less_or_equal', '2026-11-21', true],
  ['date', '2026-11-21', 'not_equals', '2026-11-22', true],
  ['date', undefined, 'before', 'today', false],
  ['date_time', '2026-11-21T23:59:59.000Z', 'equals', 'today', true],
  ['date_time', '2026-11-22T00:00:00.000Z', 'after', '2026-11-21', true],
  ['date_time', '2026-11-21T12:00:00.000Z', 'before', '2026-11-21T14:00:00+02:00', false],
  ['date_time', '2026-11-21T12:00:00.000Z', 'equals', '2026-11-21T14:00:00+02:00', true],
  ['date_time', '2026-11-21T11:59:00.000Z', 'less', '2026-11-21T12:00Z', true],
  ['checkbox', true, 'checked', undefined, true],
  ['checkbox', false, 'checked', undefined, false],
  ['checkbox', undefined, 'checked', undefined, false],
  ['checkbox', undefined, 'not_checked', undefined, true],
]

describe('passesFilter()', () => {
  test.each(cases)('%s %j %s %j: %s', (kind, cell, operator, value, isSo) => {
    expect(problemOfCondition({ name: 'Field', kind }, { operator, value })).toBeNull()
    expect(passes(kind, cell, condition(operator, value))).toBe(isSo)
  })

  /** A cell of each kind that shows `Red`, and the operators with whether it passes them. */
  const red: [FieldKind, FieldValue][] = [
    ['text', 'Red'],
    ['rich_text', 'Red'],
    ['url', 'Red'],
    ['unknown', 'Red'],
    ['json', { json: 'Red' }],
    ['single_select', 'Red'],
    ['multi_select', ['Red']],
    ['link', [{ id: 'rec1', label: 'Red' }]],
    ['user', [{ id: 'usr1', label: 'Red' }]],
  ]
  const asked: [FilterOperator, ConditionOf<unknown>['value'], boolean][] = [
    ['equals', 'red', true],
    ['equals', 're', false],
    ['not_equals', 'red', false],
    ['contains', 'ED', true],
    ['contains', 'blue', false],
    ['not_contains', 'ed', false],
    ['one_of', ['blue', 'red'], true],
    ['one_of', ['blue'], false],
    ['empty', undefined, false],
    ['not_empty', undefined, true],
  ]
  test.each(red)('%s is asked all that can be asked of texts', (kind, cell) => {
    expect(new Set(asked.map(([operator]) => operator))).toEqual(new Set(operatorsOf[kind]))
    for (const [operator, value, isSo] of asked) expect(passes(kind, cell, condition(operator, value))).toBe(isSo)
  })

  test('is tried for all that can be asked of the other kinds', () => {
    const texts = new Set(red.map(([kind]) => kind))
    const tried = new Set(cases.map(([kind, , operator]) => `${kind} ${operator}`))
    for (const kind of fieldKinds) {
      if (texts.has(kind)) continue
      // the opposites are proven below
      for (const operator of operatorsOf[kind])
        if (!operator.startsWith('not_')) expect(tried).toContain(`${kind} ${operator}`)
    }
  })

  test('takes groups within groups', () => {
    const filter: Filter = {
      or: [{ and: [condition('contains', 'a'), condition('not_contains', 'b')] }, { and: [condition('equals', 'bb')] }],
    }
    expect(['xa', 'ab', 'bb', 'c'].map((cell) => passes('text', cell, filter))).toEqual([true, false, true, false])
  })

  const cells = fc.oneof(
    fc.constantFrom<FieldValue>(null, '', [], true, false, [file('a.png')], { json: { a: 1 } }, ['a', 'b']),
    fc.string(),
    fc.double(),
    fc.integer().map((n) => String(n)),
    fc.constantFrom('2026-11-21', '2026-11-22T10:00:00.000Z'),
  )

  test.each([
    ['not_equals', 'equals'],
    ['not_contains', 'contains'],
    ['not_empty', 'empty'],
    ['not_checked', 'checked'],
  ] as const)('%s is whatever %s is not', (one, other) => {
    const values = fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constantFrom('today', '2026-11-21'))
    fc.assert(
      fc.property(fc.constantFrom(...fieldKinds), cells, values, (kind, cell, value) => {
        expect(passes(kind, cell, condition(one, value))).toBe(!passes(kind, cell, condition(other, value)))
      }),
    )
  })

  test('of numbers, exactly one of less, equals and greater holds', () => {
    const numbers = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.bigInt().map((n) => String(n)),
    )
    fc.assert(
      fc.property(numbers, numbers, (cell, value) => {
        const holding = (['less', 'equals', 'greater'] as const).filter((operator) =>
          passes('number', cell, condition(operator, value)),
        )
        expect(holding).toHaveLength(1)
      }),
    )
  })
})

describe('problemOfCondition()', () => {
  test.each<[FieldKind, FilterOperator, ConditionOf<unknown>['value'], string, RegExp]>([
    ['text', 'greater', 5, 'operator', /"Field" contains text values.*Use one of: "equals"/],
    ['checkbox', 'empty', undefined, 'operator', /Use one of: "checked", "not_checked"/],
    ['attachments', 'equals', 'a', 'operator', /Use one of: "contains"/],
    ['text', 'equals', undefined, 'value', /is missing: the operator "equals" needs a value/],
    ['text', 'empty', 'x', 'value', /must be absent/],
    ['text', 'equals', '', 'value', /use the operator "empty"/],
    ['text', 'equals', ['a'], 'value', /must be a single value/],
    ['text', 'one_of', 'a', 'value', /must be a list/],
    ['text', 'one_of', [], 'value', /at least one/],
    ['number', 'greater', 'many', 'value', /must be a number/],
    ['number', 'one_of', [1, 'x'], 'value', /must be a number/],
    ['date', 'before', '21.11.2026', 'value', /must be a date such as/],
    ['date', 'before', '2026-02-30', 'value', /must be a date such as/],
    ['date_time', 'after', '2026-11-21T10:00', 'value', /must be a date such as/],
  ])('%s %s %j is refused at its %s', (kind, operator, value, key, words) => {
    const problem = problemOfCondition({ name: 'Field', kind }, { operator, value })
    expect(problem).toMatchObject({ key, detail: expect.stringMatching(words) })
  })
})
