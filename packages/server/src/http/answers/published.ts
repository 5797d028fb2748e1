import { type AffectedAction, findAffected } from '#core/action/action-warnings.ts'

interface PublishingCall<Answer> {
  world: Parameters<typeof findAffected>[0]
  /** Of the template. */
  params: { id: string }
  keep(answer: NoInfer<Answer>): Promise<void>
}

/** The answer to a publication. It commits first: the tables of the actions are asked in no transaction. */
export async function published<Answer>(
  { world, params, keep }: PublishingCall<Answer>,
  answerWith: (affected: AffectedAction[]) => Answer,
): Promise<Answer> {
  await keep(answerWith([]))
  return answerWith(await findAffected(world, params.id))
}
