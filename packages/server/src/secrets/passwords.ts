import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { AppError } from '#core/errors.ts'
import type { Passwords } from '#core/ports/passwords.ts'

const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2)

/** Each takes 64 MiB and a thread for a tenth of a second: more at once would starve what else goes on. */
const atOnce = 2
/** Whoever comes behind so many is better told to come again. */
const usualWaiting = 50

const usualMemoryKib = 64 * 1024
const saltBytes = 16
const tagBytes = 32

/** Lets so many work at once; the others wait in line. */
function createLine(mostWaiting: number) {
  let working = 0
  const waiting: (() => void)[] = []
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (waiting.length >= mostWaiting)
      throw new AppError('unavailable', 'Too many users are logging in. Retry in a moment.', {
        retryAfterMs: 5000,
      })
    if (working >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else working += 1
    try {
      return await work()
    } finally {
      // Whoever is next takes the place.
      const next = waiting.shift()
      if (next === undefined) working -= 1
      else next()
    }
  }
}

interface Kept {
  memory: number
  passes: number
  parallelism: number
  salt: Buffer
  tag: Buffer
}

/** What is kept, as argon2 itself writes it: its cost stands beside it, so that it may be raised. */
function toText({ memory, passes, parallelism, salt, tag }: Kept): string {
  const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`
}

function fromText(text: string): Kept {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(text)
  if (parts === null) throw new AppError('internal', 'A stored password has an unknown format.')
  const [, memory, passes, parallelism, salt = '', tag = ''] = parts
  const bytes = (base64: string) => Buffer.from(base64, 'base64')
  const known = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  return { ...known, salt: bytes(salt), tag: bytes(tag) }
}

/** Keyboards write the same letter in different ways. */
const plain = (password: string) => password.normalize('NFKC')

/** Passwords by argon2id, off the main thread, few at a time. Less memory is for tests: a log-in costs a tenth of a second. */
export function createPasswords({ mostWaiting = usualWaiting, memoryKib = usualMemoryKib } = {}): Passwords {
  const cost = { memory: memoryKib, passes: 2, parallelism: 1 }
  const inLine = createLine(mostWaiting)
  const unknown: Kept = { ...cost, salt: randomBytes(saltBytes), tag: randomBytes(tagBytes) }
  const tagOf = (password: string, { memory, passes, parallelism, salt }: Omit<Kept, 'tag'>) =>
    inLine(() =>
      derive('argon2id', { message: plain(password), nonce: salt, tagLength: tagBytes, memory, passes, parallelism }),
    )
  return {
    async hash(password) {
      const salt = randomBytes(saltBytes)
      return toText({ ...cost, salt, tag: await tagOf(password, { ...cost, salt }) })
    },
    async matches(password, hash) {
      const kept = hash === null ? unknown : fromText(hash)
      const isSame = timingSafeEqual(await tagOf(password, kept), kept.tag)
      return isSame && hash !== null
    },
  }
}
