import { createDiskStorage } from './disk.ts'

/** Every kind of storage. */
export const storages = { disk: createDiskStorage } as const
