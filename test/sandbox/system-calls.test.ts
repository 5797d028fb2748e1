import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rawNumbers } from '@pictable/server/sandbox/raw-calls.test-kit.ts'
import { absent, allowed, conditional, existing, type Numbers } from '@pictable/server/sandbox/system-calls.ts'
import { describe, expect, test } from 'vitest'
import { needs } from '#test/needs.ts'

const headers = needs('kernel headers')

/** The kernel's own numbers, by the name of the call. Some are defined by another name. */
function numbersIn(path: string): Map<string, number> {
  const definitions = readFileSync(path, 'utf8').matchAll(/^#define\s+(__NR\w+)\s+(\w+)$/gm)
  const values = new Map([...definitions].map(([, name = '', value = '']) => [name, value]))
  const resolve = (value: string): number => Number(values.has(value) ? resolve(values.get(value) ?? '') : value)
  const calls = [...values].filter(([name]) => name.startsWith('__NR_'))
  const numbers = calls.map(([name, value]) => [name.slice('__NR_'.length), resolve(value)] as const)
  // Some names are for architectures of 32 bits only.
  return new Map(numbers.filter(([, number]) => Number.isInteger(number)))
}

/** An arm64 kernel has the numbers of new architectures; those of x64 are installed on x64 only. */
const headerOf = { x64: 'x86_64-linux-gnu/asm/unistd_64.h', arm64: 'asm-generic/unistd.h' }
const columnOf = { x64: 0, arm64: 1 } as const

const listed: Readonly<Record<string, Numbers>> = { ...allowed, ...conditional, ...absent, ...existing }

describe.each(['x64', 'arm64'] as const)('system calls of %s', (arch) => {
  const path = headers.found ? join(headers.path, headerOf[arch]) : ''

  test.skipIf(!existsSync(path))('have the numbers that the kernel gives them', () => {
    const kernel = numbersIn(path)
    expect(kernel.size).toBeGreaterThan(300)
    const ours = (calls: Readonly<Record<string, Numbers>>) =>
      Object.entries(calls).map(([name, numbers]) => [name, numbers[columnOf[arch]]])
    const theirs = (calls: object) => Object.keys(calls).map((name) => [name, kernel.get(name) ?? null])
    expect(ours(listed)).toEqual(theirs(listed))
    expect(ours(rawNumbers)).toEqual(theirs(rawNumbers))
  })
})
