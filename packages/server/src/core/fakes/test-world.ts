import { AppError } from '#core/errors.ts'
import { createNewId } from '#core/ids.ts'
import type { Backups } from '#core/ports/backups.ts'
import type { FontCatalogs } from '#core/ports/font-catalogs.ts'
import type { Random } from '#core/ports/random.ts'
import type { Secrets } from '#core/ports/secrets.ts'
import type { SourceKind, Sources } from '#core/ports/sources.ts'
import type { ReadTableFile } from '#core/ports/table-file.ts'
import type { TriggerKind, TriggerKinds } from '#core/ports/triggers.ts'
import type { World } from '#core/ports/world.ts'
import { createRecovery } from '#core/recovery.ts'
import { guessColumn } from '#core/table/guess-kind.ts'
import { fixedClock } from './clock.ts'
import { createFakeDigest } from './digest.ts'
import { createFreeRenderer } from './free-renderer.ts'
import { createMemoryStorage } from './memory-storage.ts'

const random: Random = { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) }

/** Sealed values open in their own context only. */
const fakeDigest = (plain: string, context: string) => `digest ${JSON.stringify([context, plain])}`

function createFakeSecrets(): Secrets {
  return {
    seal: (plain, context, boundTo) => `sealed ${JSON.stringify([context, plain, boundTo])}`,
    open(sealed, context, boundTo) {
      const [, json = '[]'] = /^sealed (.*)$/s.exec(sealed) ?? []
      const [sealedFor, plain, bound]: unknown[] = JSON.parse(json)
      if (typeof bound === 'string' && bound !== boundTo) throw new AppError('secret_moved', 'Bound to something else.')
      if (sealedFor !== context || typeof plain !== 'string') throw new AppError('internal', 'Sealed elsewhere.')
      return plain
    },
    digest: fakeDigest,
    checkDigest(digest, plain, context) {
      if (!digest.startsWith('digest ')) return 'unknown_key'
      return digest === fakeDigest(plain, context) ? 'matches' : 'differs'
    },
  }
}

export function fakeSources(kinds: readonly SourceKind[]): Sources {
  return {
    kinds,
    broken: [],
    kind(name) {
      const found = kinds.find(({ kind }) => kind === name)
      if (found === undefined) throw new AppError('invalid_request', `"${name}" is not a kind of source.`)
      return found
    },
  }
}

export function fakeTriggers(kinds: readonly TriggerKind[]): TriggerKinds {
  return {
    kinds,
    kind(name) {
      const found = kinds.find(({ kind }) => kind === name)
      if (found === undefined) throw new AppError('invalid_request', `"${name}" is not a kind of trigger.`)
      return found
    },
  }
}

/** Cells parted by commas, without quotes. */
const readTableFile: ReadTableFile = async (bytes) => {
  const lines = new TextDecoder().decode(bytes).trim().split('\n')
  const [names = [], ...cells] = lines.map((line) => line.split(','))
  const rows = cells.map((row, index) => ({ line: index + 2, cells: row }))
  const columns = names.map((name, index) => ({ name, ...guessColumn(() => cells.map((row) => row[index] ?? '')) }))
  async function* pieces() {
    for (let from = 0; from < rows.length; from += 500) yield rows.slice(from, from + 500)
  }
  return { columns, rowCount: rows.length, sheets: null, errorCells: 0, pieces, close: async () => {} }
}

/** None runs, and none can. */
export const noBackups: Backups = {
  list: async () => [],
  schedule: async () => null,
  runningSince: () => null,
  async start() {
    throw new AppError('conflict', 'There are no backups here.')
  },
  async setSchedule() {
    throw new AppError('conflict', 'There are no backups here.')
  },
}

const noFonts = async () => {
  throw new AppError('fonts_unavailable', 'There is no catalogue of fonts here.')
}
export const noFontCatalogs: FontCatalogs = { popular: noFonts, google: noFonts, searchGoogle: noFonts }

/** A world on the given data; what is not given is a fake. */
export function createTestWorld(parts: Partial<World> & Pick<World, 'data'>): World {
  const clock = parts.clock ?? fixedClock()
  return {
    backups: noBackups,
    clock,
    digest: createFakeDigest(),
    fontCatalogs: noFontCatalogs,
    log: { info() {}, warn() {} },
    mail: null,
    metrics: { count() {}, observe() {}, set() {} },
    newId: createNewId(clock, random),
    passwords: {
      hash: async (password) => `hash of ${password}`,
      matches: async (password, hash) => hash === `hash of ${password}`,
    },
    publicUrl: 'https://pictable.example',
    random,
    readTableFile,
    recovery: createRecovery({ probe: async () => {}, chance: () => 0 }),
    renderer: createFreeRenderer(),
    secrets: createFakeSecrets(),
    sources: fakeSources([]),
    starters: { all: async () => [], sample: async () => ({}), picture: async () => new Uint8Array() },
    storage: createMemoryStorage(),
    triggers: fakeTriggers([]),
    watchChanges: async () => async () => {},
    webhookGuard: { problemOf: (url) => (url.startsWith('https://') ? null : 'must begin with https://') },
    ...parts,
  }
}
