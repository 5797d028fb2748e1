import childProcess, { type ChildProcess, type ForkOptions } from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { MARK } from './attack.test-kit.ts'
import type { Targets } from './escapes.test-kit.ts'

/**
 * Loaded into the server before its own code: the decoders that it starts, by its own launcher, load the attack. Their
 * outcomes go to the standard output.
 */

const { fork } = childProcess
const attack = join(import.meta.dirname, 'attack.test-kit.ts')
const planSchema = z.looseObject({ args: z.array(z.string()), env: z.record(z.string(), z.string()) })
const {
  ESCAPE_DATABASE_FILE: databaseFile = '',
  ESCAPE_TEMPORARY_DIR: temporaryDir = '',
  PICTABLE_DATA_DIR: dataDir = '',
  PICTABLE_PORT: port,
} = process.env

/** The folder of a decoder's first file names it. */
const nameOf = (entry: string) => basename(dirname(entry))

function forkWithAttack(file: string, args: readonly string[], options: ForkOptions): ChildProcess {
  const targets: Targets = {
    serverPid: process.pid,
    dataDir,
    keyFile: join(dataDir, 'secret.key'),
    databaseFile,
    temporaryDir,
    port: Number(port),
  }
  const flags = ['--import', attack]
  const attacked = { ESCAPE_TARGETS: JSON.stringify(targets) }
  const isLaunched = basename(file) === 'launch.ts'
  const plan = isLaunched ? planSchema.parse(JSON.parse(args[0] ?? '')) : undefined
  const child =
    plan === undefined
      ? fork(file, args, {
          ...options,
          execArgv: [...flags, ...(options.execArgv ?? [])],
          env: { ...options.env, ...attacked },
        })
      : fork(
          file,
          [JSON.stringify({ ...plan, args: [...flags, ...plan.args], env: { ...plan.env, ...attacked } })],
          options,
        )
  const decoder = nameOf(plan?.args.at(-1) ?? file)
  let words = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    words += chunk.toString()
    const found = words.split('\n').find((line) => line.startsWith(MARK))
    if (found === undefined || !words.endsWith('\n')) return
    words = ''
    console.log(`${MARK}${JSON.stringify({ decoder, outcomes: JSON.parse(found.slice(MARK.length)) })}`)
  })
  return child
}

Object.assign(childProcess, { fork: forkWithAttack })
syncBuiltinESMExports()
