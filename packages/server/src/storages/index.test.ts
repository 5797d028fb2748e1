import { expect, test } from 'vitest'
import { parseStorageAddress, storageForms } from './index.ts'

test('parseStorageAddress() finds the kind of storage that an address belongs to', () => {
  expect(parseStorageAddress('disk')?.kind).toBe('disk')
  expect(parseStorageAddress('s3://pictures/cards')?.kind).toBe('s3')
  expect(parseStorageAddress('tape')).toBeNull()
  expect(storageForms).toBe('"disk" or "s3://bucket/prefix"')
})
