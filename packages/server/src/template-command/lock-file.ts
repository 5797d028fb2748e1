import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { StartError } from '#core/start-error.ts'

const name = '.pictable.json'

/** A lock file comes with a repository: what it names must not lead a pull out of the folder, nor to a file of another kind. */
const fileName = z.string().regex(/^(?!\.)[^/\\:]+\.json$/)

const serverSchema = z.strictObject({
  /** By the name of the design's file; `version` is the one that file and server last agreed on. */
  templates: z.record(fileName, z.strictObject({ id: z.string(), version: z.int() })).default({}),
  /** Uploaded pictures by their path from the folder. */
  pictures: z.record(z.string(), z.strictObject({ sha256: z.string(), src: z.string() })).default({}),
})

const lockSchema = z.strictObject({ servers: z.record(z.string(), serverSchema).default({}) })

/** What a folder of designs has to do with the templates of one server. */
export type LockedServer = z.output<typeof serverSchema>

/** `.pictable.json` in a folder of designs: to be committed with them. */
export interface LockFile {
  readonly server: LockedServer
  /** Writes what was changed in `server`. */
  save(): Promise<void>
}

/** Opens the lock file of a folder, or begins one. @throws StartError when it cannot be read */
export async function openLock(folder: string, serverUrl: string): Promise<LockFile> {
  const path = join(folder, name)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}'
    throw new StartError(`${path} cannot be read: ${error.message}`)
  })
  const lock = lockSchema.safeParse(jsonOf(text))
  if (!lock.success) throw new StartError(`${path} is not a valid lock file. Fix or delete it.`)
  const { servers } = lock.data
  const server = servers[serverUrl] ?? serverSchema.parse({})
  return {
    server,
    async save() {
      const whole = JSON.stringify({ servers: { ...servers, [serverUrl]: server } }, null, 2)
      await writeFile(`${path}.new`, `${whole}\n`)
      await rename(`${path}.new`, path)
    },
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
