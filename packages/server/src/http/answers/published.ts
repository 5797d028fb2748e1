import { noteUnfilled } from '#core/action/action-warnings.ts'

interface PublishingCall<Answer> {
  world: Parameters<typeof noteUnfilled>[0]
  /** Of the template. */
  params: { id: string }
  keep(answer: NoInfer<Answer>): Promise<void>
}

/** The answer to a publication. It commits first: the tables of the actions are asked in no transaction. */
export async function published<Answer>(
  { world, params, keep }: PublishingCall<Answer>,
  answer: Answer,
): Promise<Answer> {
  await keep(answer)
  await noteUnfilled(world, params.id)
  return answer
}
