import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { StartError } from '#core/start-error.ts'
import { createSecret, type Secret } from './secret.ts'

/** The key as configured, or the one in the data directory, made there (0600) at the first start. */
export function loadSecretKey({ configured, dataDir }: { configured: string | undefined; dataDir: string }): Secret {
  if (configured !== undefined) return createSecret(configured)
  const path = join(dataDir, 'secret.key')
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    if (!existsSync(path)) createKeyFile(path)
    const text = readFileSync(path, 'utf8').trim()
    if (text.length >= 32) return createSecret(text)
  } catch (cause) {
    throw new StartError(
      `The secret key ${path} cannot be read or created. Give the user that runs Pictable permission for it.`,
      { cause },
    )
  }
  throw new StartError(
    `The secret key ${path} is damaged. The stored secrets need the key that encrypted them: restore it from a backup, or set PICTABLE_SECRET_KEY.`,
  )
}

/** Whole or not at all, and by one of several processes that start together: the others take its key. */
function createKeyFile(path: string): void {
  const draft = `${path}.${randomBytes(8).toString('hex')}`
  const file = openSync(draft, 'wx', 0o600)
  try {
    writeSync(file, `${randomBytes(32).toString('base64')}\n`)
    fsyncSync(file)
    linkSync(draft, path)
  } catch (error) {
    if (!existsSync(path)) throw error
  } finally {
    closeSync(file)
    rmSync(draft)
  }
}
