import { constants } from 'node:os'
import { AppError } from '#core/errors.ts'
import { StartError } from '#core/start-error.ts'
import { storeCompiledCode } from '#server/start/store-compiled-code.ts'
import { programFor } from './program.ts'

// Who reads may have seen enough, as `head` has: then it ends as programs do that know of no such thing.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(128 + constants.signals.SIGPIPE)
})

storeCompiledCode(process.env)

try {
  // Without a word it is what most want of it.
  const words = process.argv.length > 2 ? process.argv.slice(2) : ['serve']
  const program = await programFor(words[0])
  await program.parseAsync(words, { from: 'user' })
} catch (error) {
  const isForPeople = error instanceof StartError || error instanceof AppError
  console.error(isForPeople ? `pictable: ${error.message}` : error)
  process.exit(1)
}
