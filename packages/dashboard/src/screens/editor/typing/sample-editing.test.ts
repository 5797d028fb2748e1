import { idOfName } from '@pictable/editor'
import { expect, test } from 'vitest'
import { openTestSession } from '#dashboard/screens/editor/session/session.test-kit.ts'
import { fieldOfText } from './sample-editing.ts'

test.each([
  ['Name', { Name: 'Ada' }, 'Name'],
  [['Nickname', 'Name'], { Nickname: 'Countess', Name: 'Ada' }, 'Nickname'],
  [['Nickname', 'Name'], { Nickname: ' ', Name: 'Ada' }, 'Name'],
  [['Tags', 'Name'], { Tags: [null, ''], Name: 0 }, 'Name'],
  [['Nickname', 'Name'], {}, 'Nickname'],
])('fieldOfText() of a text that %j fills with %j is the one that is shown: %s', (bind, values, field) => {
  const session = openTestSession([{ type: 'text', name: 'Title', width: 100, height: 40, text: { bind } }])
  session.set({ values })
  expect(fieldOfText(session.state, idOfName(session.state.document, 'Title') ?? '')).toBe(field)
})
