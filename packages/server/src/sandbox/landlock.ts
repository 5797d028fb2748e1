import { closeSync, fstatSync, openSync } from 'node:fs'
import { addLandlockRule, createLandlockRuleset, restrictByLandlock } from './kernel.ts'

const right = (bit: number) => 1n << BigInt(bit)

const EXECUTE = right(0)
const READ_FILE = right(2)
const READ_FOLDER = right(3)
const READ = EXECUTE | READ_FILE | READ_FOLDER
/** What a rule for a single file may name. */
const OF_FILES = EXECUTE | READ_FILE

/** Rights to files that each version of Landlock knows: all are refused unless a rule allows them. */
const fileRights = [
  { version: 1, bits: 13 },
  { version: 2, bits: 14 },
  { version: 3, bits: 15 },
  { version: 5, bits: 16 },
  { version: 9, bits: 17 },
]
/** Binding and connecting TCP sockets. */
const NETWORK = { version: 4, rights: 3n }
/** Abstract UNIX sockets of others, and signals to others. */
const SCOPES = { version: 6, rights: 3n }

const O_PATH = 0o10000000

/** `struct landlock_ruleset_attr`: older kernels know only its beginning. */
function attributesFor(version: number): Buffer {
  const bits = fileRights.findLast((known) => known.version <= version)?.bits ?? 0
  const words = [right(bits) - 1n]
  if (version >= NETWORK.version) words.push(NETWORK.rights)
  if (version >= SCOPES.version) words.push(SCOPES.rights)
  return Buffer.from(new BigUint64Array(words).buffer)
}

function allowReading(ruleset: number, path: string): void {
  const descriptor = openSync(path, O_PATH)
  try {
    const rule = Buffer.alloc(12)
    rule.writeBigUInt64LE(fstatSync(descriptor).isDirectory() ? READ : OF_FILES, 0)
    rule.writeInt32LE(descriptor, 8)
    addLandlockRule(ruleset, rule)
  } finally {
    closeSync(descriptor)
  }
}

/** Refuses every file to this thread but reading what is at these paths, and every TCP connection. */
export function restrictFiles(version: number, readable: readonly string[]): void {
  const ruleset = createLandlockRuleset(attributesFor(version))
  for (const path of readable) allowReading(ruleset, path)
  restrictByLandlock(ruleset)
  closeSync(ruleset)
}
