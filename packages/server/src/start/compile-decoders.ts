import { fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { childFlags, renderEntry } from '#rendering/fork-child.ts'
import { launcher } from '#sandbox/fork-decoder.ts'
import { tableFileEntry } from '#sources/table-file.ts'

/** Node keeps the compiled code of other flags apart; limits of memory make no difference to it. */
const programs = [
  { entry: renderEntry, args: [], flags: childFlags },
  { entry: tableFileEntry, args: [], flags: [] },
  // It becomes a decoder, and never ends as a program that stores its compiled code.
  { entry: launcher.entry, args: launcher.orphaned, flags: [] },
]

/**
 * `compileDecoders()` stores the compiled code of the decoders and their launcher in a folder, which halves the time of their start. They
 * may only read it: what one of them wrote would run in all later ones. Each is started here once, without a file of a user, and
 * by default gives way to all else that runs.
 */
export async function compileDecoders(folder: string, priority = constants.priority.PRIORITY_LOW): Promise<void> {
  for (const { entry, args, flags } of programs) {
    const child = fork(entry, args, {
      env: { NODE_COMPILE_CACHE: folder, DISABLE_SYSTEM_FONTS_LOAD: '1' },
      execArgv: [...flags],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const ended = once(child, 'exit')
    if (child.pid !== undefined) setPriority(child.pid, priority)
    child.once('message', () => child.disconnect())
    await ended
  }
}
