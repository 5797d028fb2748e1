import { readFileSync } from 'node:fs'
import { allEscapes } from '@pictable/server/sandbox/escapes.test-kit.ts'
import { supportedSandbox } from '@pictable/server/sandbox/sandbox.ts'
import { describe, expect, test } from 'vitest'
import { failuresOf, tableOfEscapes } from '#test/sandbox/escape-table.ts'
import { forms } from '#test/sandbox/forms.ts'
import { tryEscapes } from '#test/sandbox/try-escapes.ts'

const [plain] = forms
/** The third takes rights that a machine of CI may not give: it is left to `npm run sandbox:prove`. */
const tried = forms.slice(0, 2).filter(({ name, obstacle }) => {
  const why = obstacle()
  if (why !== undefined) console.log(`Escapes are not tried as ${name}: ${why}`)
  return why === undefined
})
const isSandboxed = supportedSandbox.landlock > 0 && supportedSandbox.seccomp

test('there are at least 32 escapes, each with a name of its own', () => {
  expect(new Set(allEscapes.map(({ name }) => name)).size).toBe(allEscapes.length)
  expect(allEscapes.length).toBeGreaterThanOrEqual(32)
})

test('SECURITY.md lists every escape with its error, and no other', () => {
  const [, listed] = /--list -->\n([\s\S]*)\n<!-- end -->/.exec(readFileSync('SECURITY.md', 'utf8')) ?? []
  // Print it with `npm run sandbox:prove -- --list`.
  expect(listed).toBe(tableOfEscapes())
})

describe.runIf(isSandboxed)('code that has taken over the decoders of a server', () => {
  test.each(tried)('does not escape, as $name', async (form) => {
    expect(failuresOf(await tryEscapes(form, 'require'))).toEqual([])
  })

  test('ends otherwise without the sandbox', async () => {
    if (plain === undefined) throw new Error('no form')
    const outcomes = Object.values(await tryEscapes(plain, 'off'))
    for (const one of outcomes) {
      const same = allEscapes.filter(({ name, expected }) => one[name] === expected)
      expect(same.length).toBeLessThan(allEscapes.length / 4)
    }
  })
})
