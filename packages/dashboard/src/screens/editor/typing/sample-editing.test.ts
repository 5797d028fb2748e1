import { idOfName } from '@pictable/editor'
import { expect, test } from 'vitest'
import { openTestSession } from '#dashboard/screens/editor/session/session.test-kit.ts'
import { fieldsOfText } from './sample-editing.ts'

test.each([
  ['Name', { Name: 'Ada' }, ['Name']],
  [['Nickname', 'Name'], { Nickname: 'Countess', Name: 'Ada' }, ['Nickname', 'Name']],
  [['Nickname', 'Name', 'Name'], { Nickname: ' ', Name: 'Ada' }, ['Name']],
  [['Tags', 'Name'], { Tags: [null, ''], Name: 0 }, ['Name']],
  [['Details', 'Name'], { Details: {}, Name: false }, ['Name']],
  [['constructor', 'Name'], { Name: 'Ada' }, ['Name']],
  [['Nickname', 'Name'], {}, ['Nickname']],
])('fieldsOfText() of a text that %j fills with %j are those that are shown: %j', (bind, values, fields) => {
  const session = openTestSession([{ type: 'text', name: 'Title', width: 100, height: 40, text: { bind } }])
  session.set({ values })
  expect(fieldsOfText(session.state, idOfName(session.state.document, 'Title') ?? '')).toEqual(fields)
})
