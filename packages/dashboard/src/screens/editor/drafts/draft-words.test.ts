import { OPENING } from '@pictable/editor'
import { expect, test } from 'vitest'
import { wordsOfDraft } from './draft-words.ts'

const editing = { ...OPENING, mode: { name: 'editing' } } as const

test.each([
  [OPENING, 'Opening'],
  [editing, 'Saved'],
  [{ ...editing, made: 1 }, 'Saving'],
  [{ ...editing, made: 1, isOnline: false }, 'Offline: saved in this browser'],
  [{ ...editing, isOnline: false, isJournalBroken: true }, 'Offline: keep this tab open'],
  [{ ...editing, made: 1, rejection: 'a layer has no name' }, 'Not saved: a layer has no name'],
  [{ ...OPENING, mode: { name: 'following', who: 'Ada' } } as const, 'Ada is editing'],
  [{ ...OPENING, mode: { name: 'following', who: null } } as const, 'You are editing in another tab'],
])('what became of the changes is told: %#', (state, words) => {
  expect(wordsOfDraft(state)).toBe(words)
})
