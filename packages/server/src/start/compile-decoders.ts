import { fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { childFlags, renderEntry } from '#rendering/fork-child.ts'
import { tableFileEntry } from '#sources/table-file.ts'

/** Node keeps the compiled code of other flags apart; limits of memory make no difference to it. */
const decoders = [
  { entry: renderEntry, flags: childFlags },
  { entry: tableFileEntry, flags: [] },
]

/**
 * `compileDecoders()` stores the compiled code of the decoders in a folder, which halves the time of their start. They
 * may only read it: what one of them wrote would run in all later ones. Each is started here once, without a file of a user.
 */
export async function compileDecoders(folder: string): Promise<void> {
  for (const { entry, flags } of decoders) {
    const child = fork(entry, [], {
      env: { NODE_COMPILE_CACHE: folder, DISABLE_SYSTEM_FONTS_LOAD: '1' },
      execArgv: [...flags],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const ended = once(child, 'exit')
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
    child.once('message', () => child.disconnect())
    await ended
  }
}
