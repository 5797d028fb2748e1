import { expect, test } from 'vitest'
import { AppError } from '#core/errors.ts'
import { createMemoryStorage } from '#core/fakes/memory-storage.ts'
import { parseConfig } from '#server/settings/config.ts'
import { agreeOnPlaces } from './agree-on-places.ts'

test('a storage that does not answer keeps nobody from starting, and is given no mark', async () => {
  const away = () => Promise.reject(new AppError('storage_unavailable', 'Nothing answers there.'))
  const settings = new Map<string, unknown>([['storage_id', 'ours']])
  const warnings: unknown[] = []
  const config = parseConfig({ PICTABLE_STORAGE: 's3://pictures', PICTABLE_PUBLIC_URL: 'https://pictable.example' })
  await agreeOnPlaces(config, {
    kind: 'postgres',
    storage: { ...createMemoryStorage(), get: away, put: away },
    settings: {
      get: async (name) => settings.get(name),
      set: async (name, value) => void settings.set(name, value),
    },
    digest: { sha256: String },
    log: { warn: (_, message) => warnings.push(message) },
  })
  expect(warnings).toEqual([expect.stringContaining('The storage is unreachable')])
  expect(Object.fromEntries(settings)).toEqual({ storage_id: 'ours', public_url: 'https://pictable.example' })
})
