import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { BrokenDescription } from '#core/ports/sources.ts'
import { checkDescription } from './check-description.ts'
import type { Description } from './description.ts'

export interface UserDescriptions {
  descriptions: readonly { file: string; description: Description }[]
  broken: readonly BrokenDescription[]
}

const MAX_FILE_BYTES = 1_000_000
const MAX_FAULTS = 20

function textOf(path: string): string {
  const { size } = statSync(path)
  if (size > MAX_FILE_BYTES) throw new Error(`has ${size} bytes, and at most ${MAX_FILE_BYTES} are allowed`)
  return readFileSync(path, 'utf8')
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

function jsonIn(path: string): unknown {
  try {
    return JSON.parse(textOf(path))
  } catch (error) {
    throw new Error(
      error instanceof SyntaxError ? `is not JSON: ${error.message.replaceAll(/\s+/g, ' ')}` : messageOf(error),
    )
  }
}

function readOne(folder: string, name: string): Description {
  const found = checkDescription(jsonIn(join(folder, name)))
  if ('description' in found) return found.description
  const reasons = found.faults.slice(0, MAX_FAULTS).map(({ pointer, message }) => `${pointer || '/'}: ${message}`)
  const rest = found.faults.length - reasons.length
  throw new Error(`${reasons.join('; ')}${rest > 0 ? `; and ${rest} more` : ''}`)
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .toSorted()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

/**
 * Reads the descriptions that users put into a folder. A broken one stops nothing: it is returned with its reason.
 * @param taken kinds that exist already
 */
export function readDescriptions(folder: string, taken: readonly string[]): UserDescriptions {
  const descriptions: { file: string; description: Description }[] = []
  const broken: BrokenDescription[] = []
  const fail = (file: string, reason: string) =>
    broken.push({ file, reason: `${reason}. Fix the file, or remove it, and restart Pictable.` })
  let names: string[] = []
  try {
    names = namesIn(folder)
  } catch (error) {
    fail('sources', `The folder cannot be read: ${messageOf(error)}`)
  }
  for (const name of names) {
    const file = `sources/${name}`
    try {
      const description = readOne(folder, name)
      const earlier = descriptions.find((each) => each.description.kind === description.kind)
      if (taken.includes(description.kind)) fail(file, `/kind: "${description.kind}" is a kind of source of Pictable`)
      else if (earlier !== undefined) fail(file, `/kind: "${description.kind}" is already described by ${earlier.file}`)
      else descriptions.push({ file, description })
    } catch (error) {
      fail(file, messageOf(error).replace(/\.$/, ''))
    }
  }
  return { descriptions, broken }
}
