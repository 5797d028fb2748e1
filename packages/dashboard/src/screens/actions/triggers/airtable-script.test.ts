import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { airtableScript } from './airtable-script.ts'

const hookUrl = 'https://pictable.example.com/v1/hooks/<token>'

interface Answer {
  ok: boolean
  status: number
  text(): Promise<string>
}

/** Runs the script as the Scripting extension does. @returns what it sent and showed */
async function press(record: { id: string; name: string } | null, answer: Answer) {
  const sent: unknown[][] = []
  const shown: string[] = []
  const tables: string[] = []
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor
  const run = new AsyncFunction('base', 'input', 'output', 'remoteFetchAsync', airtableScript(hookUrl, 'tbl1'))
  await run(
    { getTable: (id: string) => tables.push(id) && { id } },
    { recordAsync: async () => record },
    { text: (text: string) => shown.push(text) },
    async (...call: unknown[]) => {
      sent.push(call)
      return answer
    },
  )
  return { sent, shown, tables }
}

const accepted = { ok: true, status: 200, text: async () => '{}' }

test('airtableScript() renders the record whose button was pressed', async () => {
  const { sent, shown, tables } = await press({ id: 'rec1', name: 'Cup' }, accepted)
  expect(tables).toEqual(['tbl1'])
  expect(sent).toEqual([
    [hookUrl, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"record_ids":["rec1"]}' }],
  ])
  expect(shown).toEqual(['The image of "Cup" is being rendered.'])
})

test('airtableScript() shows why a call was refused, and calls nothing when no record is chosen', async () => {
  const refused = { ok: false, status: 404, text: async () => 'No such trigger.' }
  expect((await press({ id: 'rec1', name: 'Cup' }, refused)).shown).toEqual(['Pictable returned 404: No such trigger.'])
  expect(await press(null, accepted)).toMatchObject({ sent: [], shown: [] })
})

test('the guide shows the same script', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../../../../docs/guides/airtable.md'), 'utf8')
  expect(guide).toContain(airtableScript(hookUrl, 'tblAbCdEfGhIjKlMn'))
})
