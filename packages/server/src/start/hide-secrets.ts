import { closeSync, readFileSync, writeSync } from 'node:fs'
import { StartError } from '#core/start-error.ts'
import { supportedSandbox } from '#sandbox/sandbox.ts'
import { secretSettings } from '#server/settings/config.ts'

/** Names the pipe by which a process passes its secrets to the program that replaces it. */
const PIPE_SETTING = 'PICTABLE_SECRETS_PIPE'

/** A pipe holds 64 KiB before the writer has to wait for a reader. */
const MAX_PIPE_BYTES = 60_000

/**
 * `hideSecrets()` returns the environment. From then on no other process of this user can read this one's memory, nor
 * the secrets of its environment: the kernel shows the one that a process was started with in `/proc/<pid>/environ` for
 * as long as it runs. If that one has secrets, the process starts its program again without them, and passes them by a pipe.
 */
export async function hideSecrets(env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  // Without any layer the C library may not be there to call; the log names the layers.
  if (!supportedSandbox.seccomp && supportedSandbox.landlock === 0) return env
  const { createPipe, forbidInspection, keepDescriptors, replaceProcess } = await import('#sandbox/kernel.ts')
  const { [PIPE_SETTING]: pipe, ...rest } = env
  if (pipe !== undefined) {
    delete env[PIPE_SETTING]
    forbidInspection()
    const secrets: Record<string, string> = JSON.parse(readFileSync(Number(pipe), 'utf8'))
    closeSync(Number(pipe))
    return { ...rest, ...secrets }
  }
  const secrets = Object.entries(rest).filter(([name]) => secretSettings.includes(name))
  // A process that was forked would lose the channel to its parent.
  if (secrets.length === 0 || process.channel !== undefined) {
    forbidInspection()
    return env
  }
  const text = JSON.stringify(Object.fromEntries(secrets))
  if (Buffer.byteLength(text) > MAX_PIPE_BYTES)
    throw new StartError(
      'The secrets in the environment exceed 60,000 bytes in total. Use files (`<NAME>_FILE`) instead.',
    )
  const { readFrom, writeTo } = createPipe()
  writeSync(writeTo, text)
  for (const [name] of secrets) delete rest[name]
  keepDescriptors([0, 1, 2, readFrom])
  return replaceProcess({
    path: process.execPath,
    args: [...process.execArgv, ...process.argv.slice(1)],
    env: { ...rest, [PIPE_SETTING]: `${readFrom}` },
  })
}
