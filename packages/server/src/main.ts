import { constants } from 'node:os'
import { AppError } from '#core/errors.ts'
import { StartError } from '#core/start-error.ts'
import { programFor } from './program.ts'

// Who reads may have seen enough, as `head` has: then it ends as programs do that know of no such thing.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(128 + constants.signals.SIGPIPE)
})

try {
  const program = await programFor(process.argv[2])
  await program.parseAsync()
} catch (error) {
  const isForPeople = error instanceof StartError || error instanceof AppError
  console.error(isForPeople ? `pictable: ${error.message}` : error)
  process.exit(1)
}
