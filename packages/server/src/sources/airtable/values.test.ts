import type { FieldKind } from '@pictable/model/field'
import { expect, test } from 'vitest'
import type { FieldValue } from '#core/ports/source.ts'
import { type FieldType, isComputed, kindOf } from './field-kinds.ts'
import { canonicalOf } from './values.ts'

const reading = { labels: new Map([['rec1', 'Pots']]), atMs: Date.UTC(2026, 0, 10, 12) }
const gives = (type: string, result: string | null, options = {}): FieldType => ({
  type,
  options: { result: result === null ? null : { type: result, options }, ...options },
})
const user = { id: 'usr1', email: 'ada@example.com', name: 'Ada' }
const file = { id: 'att1', url: 'https://files.example/a', filename: 'a.png', size: 10, type: 'image/png', width: 3 }
const fileValue = {
  id: 'att1',
  url: 'https://files.example/a',
  filename: 'a.png',
  contentType: 'image/png',
  sizeBytes: 10,
  expiresAt: '2026-01-10T13:55:00.000Z',
}

const plain: [string, FieldKind, unknown, FieldValue][] = [
  ['singleLineText', 'text', 'Ünï', 'Ünï'],
  ['email', 'text', 'a@example.com', 'a@example.com'],
  ['phoneNumber', 'text', '(555) 1', '(555) 1'],
  ['multilineText', 'text', 'a\nb', 'a\nb'],
  ['richText', 'rich_text', '**a**\n', '**a**\n'],
  ['url', 'url', 'https://example.com', 'https://example.com'],
  ['number', 'number', 0.5, 0.5],
  ['percent', 'number', 0.25, 0.25],
  ['currency', 'number', 9.9, 9.9],
  ['duration', 'number', 3600, 3600],
  ['rating', 'number', 3, 3],
  ['checkbox', 'checkbox', true, true],
  ['date', 'date', '2026-01-10', '2026-01-10'],
  ['dateTime', 'date_time', '2026-01-10T12:00:00.000Z', '2026-01-10T12:00:00.000Z'],
  ['singleSelect', 'single_select', 'red', 'red'],
  ['multipleSelects', 'multi_select', ['red', 'blue'], ['red', 'blue']],
  ['singleCollaborator', 'user', user, [{ id: 'usr1', label: 'Ada' }]],
  [
    'multipleCollaborators',
    'user',
    [user, { id: 'usr2' }],
    [
      { id: 'usr1', label: 'Ada' },
      { id: 'usr2', label: 'usr2' },
    ],
  ],
  [
    'multipleRecordLinks',
    'link',
    ['rec1', 'rec2'],
    [
      { id: 'rec1', label: 'Pots' },
      { id: 'rec2', label: 'rec2' },
    ],
  ],
  ['multipleAttachments', 'attachments', [file], [fileValue]],
  [
    'multipleAttachments',
    'attachments',
    [{ id: 'att1', url: 'u', filename: 'f' }],
    [{ id: 'att1', url: 'u', filename: 'f', expiresAt: fileValue.expiresAt }],
  ],
  ['barcode', 'text', { text: '4006381333931', type: 'ean13' }, '4006381333931'],
  ['aiText', 'text', { state: 'generated', value: 'A poem', isStale: false }, 'A poem'],
  ['aiText', 'text', { state: 'empty', value: null, isStale: false }, null],
  ['autoNumber', 'number', 7, 7],
  ['button', 'url', { label: 'Open', url: 'https://example.com/1' }, 'https://example.com/1'],
  ['button', 'url', { label: 'Run' }, 'Run'],
  ['count', 'number', 2, 2],
  ['createdBy', 'user', user, [{ id: 'usr1', label: 'Ada' }]],
  ['lastModifiedBy', 'user', user, [{ id: 'usr1', label: 'Ada' }]],
  ['createdTime', 'date_time', '2026-01-10T12:00:00.000Z', '2026-01-10T12:00:00.000Z'],
  ['externalSyncSource', 'single_select', 'Shop', 'Shop'],
  ['someNewType', 'unknown', 'text', 'text'],
  ['someNewType', 'unknown', { deep: [1] }, '{"deep":[1]}'],
  ['someNewType', 'unknown', [1, 'a'], '1, a'],
]

test.each(plain)('%s is read as %s: %j', (type, kind, raw, value) => {
  expect(kindOf({ type })).toBe(kind)
  expect(canonicalOf({ type }, raw, reading)).toEqual(value)
})

test.each<[FieldType, FieldKind, unknown, FieldValue]>([
  [gives('formula', 'singleLineText'), 'text', 'a', 'a'],
  [gives('formula', 'number'), 'number', 2, 2],
  [gives('formula', 'number'), 'number', { specialValue: 'NaN' }, null],
  [gives('formula', 'number'), 'number', { error: '#ERROR!' }, null],
  [gives('formula', 'checkbox'), 'checkbox', true, true],
  [gives('formula', 'date'), 'date', '2026-01-10', '2026-01-10'],
  [gives('formula', 'number'), 'number', [1, 2], '1, 2'],
  [gives('formula', null), 'unknown', 'a', 'a'],
  [gives('createdTime', 'date'), 'date', '2026-01-10', '2026-01-10'],
  [gives('lastModifiedTime', 'dateTime'), 'date_time', '2026-01-10T12:00:00.000Z', '2026-01-10T12:00:00.000Z'],
  [gives('rollup', 'currency'), 'number', 9, 9],
  [gives('multipleLookupValues', 'singleLineText'), 'text', ['a', 'b'], 'a, b'],
  [gives('multipleLookupValues', 'singleLineText'), 'text', ['a', null, { error: '#ERROR!' }], 'a'],
  [gives('multipleLookupValues', 'number'), 'number', [5], 5],
  [gives('multipleLookupValues', 'singleSelect'), 'single_select', ['red'], 'red'],
  [gives('multipleLookupValues', 'multipleSelects'), 'multi_select', [['red'], ['blue']], ['red', 'blue']],
  [gives('multipleLookupValues', 'multipleAttachments'), 'attachments', [file], [fileValue]],
  [gives('multipleLookupValues', 'barcode'), 'text', [{ text: '1' }, { text: '2' }], '1, 2'],
  [
    gives('multipleLookupValues', 'multipleRecordLinks', { linkedTableId: 'tbl2' }),
    'link',
    ['rec1'],
    [{ id: 'rec1', label: 'Pots' }],
  ],
  [gives('lookup', 'checkbox'), 'checkbox', [true, true], 'true, true'],
])('what a computed field gives is read as that: %j', (field, kind, raw, value) => {
  expect([kindOf(field), isComputed(field)]).toEqual([kind, true])
  expect(canonicalOf(field, raw, reading)).toEqual(value)
})

test.each(plain.map(([type]) => type))('%s that is empty, or cannot be worked out, is null', (type) => {
  for (const raw of [undefined, null, { error: '#ERROR!' }, { specialValue: 'Infinity' }])
    expect(canonicalOf({ type }, raw, reading)).toBeNull()
})

test.each(['multipleAttachments', 'multipleRecordLinks', 'singleCollaborator', 'number', 'button', 'multipleSelects'])(
  '%s bears any value without an error',
  (type) => {
    for (const raw of [true, 1, 'x', [], [[]], {}, [{}], [null], { id: 5 }])
      expect(() => canonicalOf({ type }, raw, reading)).not.toThrow()
  },
)
