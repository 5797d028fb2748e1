import { AppError } from '#core/errors.ts'
import { createNewId } from '#core/ids.ts'
import type { Random } from '#core/ports/random.ts'
import type { Secrets } from '#core/ports/secrets.ts'
import type { SourceKind, Sources } from '#core/ports/sources.ts'
import type { TableFile } from '#core/ports/table-file.ts'
import type { World } from '#core/ports/world.ts'
import { fixedClock } from './clock.ts'
import { createFakeDigest } from './digest.ts'
import { createFreeRenderer } from './free-renderer.ts'
import { createMemoryStorage } from './memory-storage.ts'

const random: Random = { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) }

/** Sealed values open in their own context only. */
function createFakeSecrets(): Secrets {
  return {
    seal: (plain, context) => `sealed ${JSON.stringify([context, plain])}`,
    open(sealed, context) {
      const [, json = '[]'] = /^sealed (.*)$/s.exec(sealed) ?? []
      const [sealedFor, plain]: unknown[] = JSON.parse(json)
      if (sealedFor !== context || typeof plain !== 'string') throw new AppError('internal', 'Sealed elsewhere.')
      return plain
    },
  }
}

export function fakeSources(kinds: readonly SourceKind[]): Sources {
  return {
    kinds,
    kind(name) {
      const found = kinds.find(({ kind }) => kind === name)
      if (found === undefined) throw new AppError('invalid_request', `"${name}" is not a kind of source.`)
      return found
    },
  }
}

/** Cells parted by commas, without quotes. */
function readTableFile(bytes: Uint8Array): TableFile {
  const [columns = [], ...rows] = new TextDecoder()
    .decode(bytes)
    .trim()
    .split('\n')
    .map((line) => line.split(','))
  return { columns, rows }
}

/** A world on the given data; what is not given is a fake. */
export function createTestWorld(parts: Partial<World> & Pick<World, 'data'>): World {
  const clock = parts.clock ?? fixedClock()
  return {
    clock,
    digest: createFakeDigest(),
    newId: createNewId(clock, random),
    publicUrl: 'https://pictable.example',
    random,
    readTableFile,
    renderer: createFreeRenderer(),
    secrets: createFakeSecrets(),
    sources: fakeSources([]),
    storage: createMemoryStorage(),
    watchChanges: async () => async () => {},
    webhookGuard: { problemOf: (url) => (url.startsWith('https://') ? null : 'must begin with https://') },
    ...parts,
  }
}
