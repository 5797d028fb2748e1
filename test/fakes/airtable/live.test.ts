import { execFile } from 'node:child_process'
import { describe, expect, onTestFinished, test } from 'vitest'
import { compareAirtables } from './live/compare.ts'
import type { Side } from './live/side.ts'
import { liveSteps } from './live/steps.ts'
import { type FakeAirtable, startFakeAirtable } from './start-fake-airtable.ts'

async function side(): Promise<Side & Pick<FakeAirtable, 'control'>> {
  const { url, contentUrl, control, close } = await startFakeAirtable({ callsPerBase: 1000, callsPerToken: 1000 })
  onTestFinished(close)
  return { url, contentUrl, control, token: control.createToken(), baseId: control.createBase('Live').id, paceMs: 0 }
}

const tableName = 'Live'

function run(env: Record<string, string>): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const { AIRTABLE_TOKEN: _token, AIRTABLE_BASE: _base, ...rest } = process.env
    const child = execFile(
      process.execPath,
      ['test/fakes/airtable/live.ts'],
      { env: { ...rest, ...env } },
      (_error, out, err) => resolve({ code: child.exitCode ?? -1, output: out + err }),
    )
  })
}

describe('compareAirtables()', () => {
  test('finds no difference between two that are alike', async () => {
    const found = await compareAirtables({ real: await side(), fake: await side() }, { tableName })
    expect(found).toEqual({ requests: liveSteps.length, differences: [] })
    expect(liveSteps.length).toBeGreaterThanOrEqual(40)
  })

  test('gets the answer that each step is named after', async () => {
    const good =
      /^(whoami|create a|create three|update|empty|typecast|replace|upsert|upload|list|(first|next|empty) page|view$|sorted|strings$|formula$|one record|payloads|refresh|delete (the|two|one))/
    const found: string[] = []
    const onStep = (name: string, { real }: { real: number }): void => {
      if ((real === 200) !== good.test(name)) found.push(`${name}: ${real}`)
    }
    const real = await side()
    await compareAirtables({ real, fake: await side() }, { tableName, onStep })
    expect(found).toEqual([])
    expect(real.control.counters().byKind).toMatchObject({ createTable: 2, upload: 1, webhookPayloads: 1, delete: 3 })
  })

  test('finds another status, another error, another key and another type', async () => {
    const tampered = await side()
    const bodies: Record<string, unknown> = {
      whoami: { id: 7, nickname: 'x' },
      delete: { error: { type: 'ROW_DOES_NOT_EXIST', message: 'other words' } },
    }
    for (const [kind, body] of Object.entries(bodies)) {
      const status = kind === 'whoami' ? 200 : 404
      tampered.control.fail({ times: 9, match: (request) => request.kind === kind, answer: { status, body } })
    }
    const { differences } = await compareAirtables({ real: await side(), fake: tampered }, { tableName })
    expect(differences).toContainEqual({ step: 'whoami', path: 'id', real: 'usr…', fake: 'number' })
    expect(differences).toContainEqual({ step: 'whoami', path: 'nickname', real: '—', fake: 'string' })
    expect(differences).toContainEqual({ step: 'delete one', path: 'status', real: '200', fake: '404' })
    const types = { real: '"MODEL_ID_NOT_FOUND"', fake: '"ROW_DOES_NOT_EXIST"' }
    const step = 'delete nothing'
    expect(differences.filter((one) => one.step === step)).toEqual([{ step, path: 'error.type', ...types }])
  })
})

describe('npm run airtable:live', () => {
  test('says what to set and ends with 2', async () => {
    const { code, output } = await run({})
    expect([code, output]).toEqual([2, expect.stringContaining('AIRTABLE_TOKEN')])
  })

  test('ends with 0 when nothing differs, with 1 and a table when something does', async () => {
    const { url, contentUrl, token, baseId, control } = await side()
    const env = {
      AIRTABLE_TOKEN: token,
      AIRTABLE_BASE: baseId,
      AIRTABLE_URL: url,
      AIRTABLE_CONTENT_URL: contentUrl,
      AIRTABLE_PACE_MS: '0',
    }
    const same = await run(env)
    expect([same.code, same.output]).toEqual([0, expect.stringContaining(' 0 differences')])
    control.fail({ match: ({ kind }) => kind === 'whoami', answer: { status: 418, body: {} } })
    const other = await run(env)
    expect(other.code).toBe(1)
    expect(other.output).toMatch(/^whoami +status +418 +200$/m)
    expect(other.output).not.toContain(token)
  })
})
