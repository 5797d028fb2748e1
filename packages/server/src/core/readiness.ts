import type { World } from './ports/world.ts'

/** What a process needs to be of use, each part with how it is looked at. @throws AppError `unavailable` while it does not work */
export const needed = {
  database: ({ data }: World) => data.check(),
  storage: ({ storage }: World) => storage.check(),
  rendering: ({ renderer }: World) => renderer.check(),
}
