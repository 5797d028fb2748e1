import { imageFormats } from '@pictable/model/image'
import { warningCodes } from '@pictable/model/run'
import { outputKinds } from '@pictable/renderer'
import { warningCodes as codesOfRenderer } from '@pictable/renderer/template'
import { describe, expect, test } from 'vitest'

/** The renderer is a library of its own: it cannot import the model of the product. */
describe('model and renderer', () => {
  test('know the same formats', () => {
    expect(outputKinds.map(({ name }) => name).toSorted()).toEqual(imageFormats.toSorted())
  })

  test('know the same warnings', () => {
    expect([...codesOfRenderer, 'unused_exception', 'duplicate_key', 'no_key']).toEqual(warningCodes)
  })
})
