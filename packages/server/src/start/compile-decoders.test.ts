import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { launcher } from '#sandbox/fork-decoder.ts'
import { compileDecoders } from './compile-decoders.ts'

test('compileDecoders() leaves nothing of the launcher to be compiled at each start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pictable-compiled-'))
  try {
    await compileDecoders(folder)
    const before = readdirSync(folder, { recursive: true }).toSorted()
    const child = fork(launcher.entry, launcher.orphaned, { env: { NODE_COMPILE_CACHE: folder }, execArgv: [] })
    await once(child, 'exit')
    expect(before.length).toBeGreaterThan(10)
    expect(readdirSync(folder, { recursive: true }).toSorted()).toEqual(before)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
