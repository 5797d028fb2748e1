import type { World } from '#core/ports/world.ts'
import { found } from '#core/revision.ts'
import type { Run } from '#core/run/run.ts'
import { presentRun } from '#http/present/run.ts'

/** The answer of an endpoint that starts a run. */
export async function answerRun({ clock, data }: Pick<World, 'clock' | 'data'>, { id }: Pick<Run, 'id'>) {
  const run = found(await data.runs.get(id), 'run', id)
  return { status: 201, body: presentRun(run, clock.now()), headers: { location: `/v1/runs/${id}` } } as const
}
