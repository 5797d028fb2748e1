import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { hasRuntime } from '#test/snippets/runtime.ts'

const root = join(import.meta.dirname, '..', '..')

/** How a program of a guide is run; `runtime` where it is not Node. */
export interface Program {
  name: string
  command: readonly [string, ...string[]]
  runtime?: Parameters<typeof hasRuntime>[0]
  build?: readonly [string, ...string[]]
}

/** A guide's programs, each in a file of the name that stands beside its language. Whoever asks for them removes the folder. */
export function writePrograms(guide: string): { folder: string; names: string[] } {
  const page = readFileSync(join(root, 'docs/guides', guide), 'utf8')
  const folder = mkdtempSync(join(tmpdir(), 'pictable-snippets-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  const programs = [...page.matchAll(/^```\w+ (\S+\.\w+)\n([\s\S]*?)^```$/gm)]
  for (const [, name = '', code = ''] of programs) writeFileSync(join(folder, name), code)
  return { folder, names: programs.map(([, name = '']) => name).sort() }
}

export function build(folder: string, { build }: Program): void {
  if (build === undefined) return
  const [command, ...args] = build
  execFileSync(command, args, { cwd: folder, env: { ...process.env, GO111MODULE: 'off' } })
}

/** What the compiler says of programs in TypeScript: nothing, when they are good. */
export function typeErrorsIn(folder: string, ...names: readonly string[]): string {
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--allowImportingTsExtensions', '--types', 'node']
  const modules = ['--module', 'nodenext', '--target', 'esnext']
  const tsc = join(root, 'node_modules', '.bin', 'tsc')
  return execFileSync(tsc, [...options, ...modules, ...names], { cwd: folder, encoding: 'utf8' })
}
