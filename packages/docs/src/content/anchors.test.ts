import { describe, expect, test } from 'vitest'
import { createAnchors } from './anchors.ts'

describe('createAnchors()', () => {
  test('makes the anchors of a code host', () => {
    const anchorFor = createAnchors()
    expect(['A "Generate" button', '3. Create an action', 'PICTABLE_PORT', 'Errors', 'Errors'].map(anchorFor)).toEqual([
      'a-generate-button',
      '3-create-an-action',
      'pictable_port',
      'errors',
      'errors-1',
    ])
  })
})
