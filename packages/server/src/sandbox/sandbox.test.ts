import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { forkDecoder } from './fork-decoder.ts'
import { missingLayers, NO_SANDBOX, supportedSandbox } from './sandbox.ts'

/** Soft and hard limits of a process, by the kernel's names. */
async function limitsOf(pid: number | undefined): Promise<Record<string, string[]>> {
  const lines = (await readFile(`/proc/${pid}/limits`, 'utf8')).split('\n').slice(1)
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, 26).trim(), line.slice(26).trim().split(/\s+/).slice(0, 2)]),
  )
}

/** Escapes are tried from real decoders in test/sandbox. */
describe('the sandbox', () => {
  test('says which layers a system lacks', () => {
    expect(missingLayers(NO_SANDBOX)).toHaveLength(2)
    expect(missingLayers({ landlock: 1, seccomp: true })).toEqual([])
  })

  test.runIf(supportedSandbox.seccomp)('limits what a decoder uses', async () => {
    const child = forkDecoder(join(import.meta.dirname, 'idle.test-kit.ts'), {
      sandbox: supportedSandbox,
      flags: [],
      env: {},
      compiledFolder: undefined,
      stdin: 'ignore',
      cpuSeconds: 2,
    })
    const ended = once(child, 'exit')
    await once(child, 'message')
    const limits = await limitsOf(child.pid)
    expect(limits).toMatchObject({
      'Max cpu time': ['2', '2'],
      'Max file size': ['0', '0'],
      'Max core file size': ['0', '0'],
      'Max open files': ['256', '256'],
    })
    expect(Number(limits['Max processes']?.[1])).toBeLessThanOrEqual(16_384)
    child.send('compute')
    expect(await ended).toEqual([null, 'SIGKILL'])
  })

  test.each([
    { attack: 'an acknowledged handle', end: 'survived' },
    { attack: 'an unknown handle', end: 'survived' },
    { attack: 'garbage', end: 'SIGKILL' },
    { attack: 'a deep list', end: 'SIGKILL' },
    { attack: 'an endless message', end: 'SIGKILL' },
  ])('a decoder that sends $attack does not end the server', async ({ attack, end }) => {
    const child = forkDecoder(join(import.meta.dirname, 'hostile.test-kit.ts'), {
      sandbox: supportedSandbox,
      flags: [],
      env: { ATTACK: attack },
      compiledFolder: undefined,
      stdin: 'ignore',
      cpuSeconds: 60,
    })
    const ended = once(child, 'exit').then(([, signal]) => signal)
    const answered = once(child, 'message').then(([message]) => message)
    try {
      expect(await Promise.race([ended, answered])).toBe(end)
    } finally {
      child.kill('SIGKILL')
    }
  })
})
