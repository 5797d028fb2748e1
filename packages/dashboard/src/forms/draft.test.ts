import { describe, expect, test } from 'vitest'
import { changeDraft, isChanged, rebaseDraft, startDraft } from './draft.ts'

interface Stored {
  revision: number
  name: string
  url: string
}

const toDraft = ({ name, url }: Stored) => ({ name, url })
const shop: Stored = { revision: 1, name: 'Shop', url: 'https://a.example' }
const started = startDraft(shop, toDraft)

describe('a draft', () => {
  test('starts unchanged', () => {
    expect(started).toEqual({ stored: shop, draft: { name: 'Shop', url: 'https://a.example' } })
    expect(isChanged(started, toDraft)).toBe(false)
  })

  test('is changed by a different value, and no longer when the value is typed back', () => {
    const changed = changeDraft(started, { name: 'Blog' })
    expect(changed.draft).toEqual({ name: 'Blog', url: 'https://a.example' })
    expect(isChanged(changed, toDraft)).toBe(true)
    expect(isChanged(changeDraft(changed, { name: 'Shop' }), toDraft)).toBe(false)
  })

  test('is compared by its values, whatever the order of their keys', () => {
    expect(isChanged({ stored: shop, draft: { url: 'https://a.example', name: 'Shop' } }, toDraft)).toBe(false)
  })

  test('leaves what it started from as it was', () => {
    changeDraft(started, { name: 'Blog' })
    expect(started.draft.name).toBe('Shop')
  })
})

describe('rebaseDraft()', () => {
  const theirs: Stored = { revision: 2, name: 'Their shop', url: 'https://a.example' }
  const typed = changeDraft(started, { url: 'https://b.example' })

  test('keeps what was typed, and relies on the newer revision', () => {
    const rebased = rebaseDraft(typed, theirs)
    expect(rebased).toEqual({ stored: theirs, draft: { name: 'Shop', url: 'https://b.example' } })
    expect(isChanged(rebased, toDraft)).toBe(true)
  })

  test('discards what was typed for theirs', () => {
    const rebased = rebaseDraft(typed, theirs, () => toDraft(theirs))
    expect(isChanged(rebased, toDraft)).toBe(false)
  })

  test('merges what was typed with theirs', () => {
    const rebased = rebaseDraft(typed, theirs, ({ url }) => ({ ...toDraft(theirs), url }))
    expect(rebased.draft).toEqual({ name: 'Their shop', url: 'https://b.example' })
  })
})
