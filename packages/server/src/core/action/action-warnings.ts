import { openSource } from '#core/connection/open-source.ts'
import { AppError } from '#core/errors.ts'
import { outputsOf } from '#core/output/outputs-of.ts'
import type { World } from '#core/ports/world.ts'
import type { Action } from './action.ts'
import { addressCure, addressProblem, attachmentWay, type PublicAddress } from './attachment-way.ts'

/** What will not work as one might think, and the cure, in words for people who do not program. Asks the table nothing. */
export async function actionWarnings(
  world: Pick<World, 'data' | 'secrets' | 'sources'> & PublicAddress,
  action: Action,
): Promise<string[]> {
  const problem = addressProblem(world)
  if (problem === null) return []
  const { connectionId } = action
  const cells = outputsOf(action).map((output) => output.cells)
  const warnings: string[] = []
  if (cells.some(({ url }) => url !== undefined))
    warnings.push(`${problem} The URLs in the table do not open from anywhere else. ${addressCure}`)
  if (cells.some(({ attachment }) => attachment !== undefined))
    warnings.push(...(await warningsOfFiles(world, { connectionId, problem })))
  return warnings
}

async function warningsOfFiles(
  world: Pick<World, 'data' | 'secrets' | 'sources'> & PublicAddress,
  { connectionId, problem }: { connectionId: string; problem: string },
): Promise<string[]> {
  try {
    const way = attachmentWay((await openSource(world, connectionId)).capabilities, world)
    if ('problem' in way) return [way.problem]
    if (way.by === 'url') return [`${problem} The images in the table do not open from anywhere else. ${addressCure}`]
    return [
      `${problem} The table cannot fetch the images from there, so Pictable uploads them with one request for each image. ${addressCure}`,
    ]
  } catch (error) {
    // a connection that cannot be opened is for its own check to tell
    if (error instanceof AppError) return []
    throw error
  }
}
