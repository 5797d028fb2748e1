import { createPacedCheck } from './paced-check.ts'
import type { World } from './ports/world.ts'

/** What a process needs to be of use, each part with how it is looked at. @throws AppError `unavailable` while it does not work */
export const needed = {
  database: ({ data }: World) => data.check(),
  storage: ({ storage }: World) => storage.check(),
  rendering: ({ renderer }: World) => renderer.check(),
}

/** Whether all of it works. Anyone may ask, and the database and the storage write for every answer. */
export const createReadiness = (world: World, nowMs: () => number): (() => Promise<void>) =>
  createPacedCheck(
    async () => {
      await Promise.all(Object.values(needed).map((check) => check(world)))
    },
    { goodForMs: 1000, nowMs, chance: Math.random },
  )
