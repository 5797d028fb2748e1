import type { CallAnswer, Contract } from '@pictable/client'
import { findAffected } from '#core/action/action-warnings.ts'

type AffectedActions = CallAnswer<Contract['templates']['publish']>['affected_actions']

interface PublishingCall<Answer> {
  world: Parameters<typeof findAffected>[0]
  /** Of the template. */
  params: { id: string }
  keep(answer: NoInfer<Answer>): Promise<void>
}

/** The answer to a publication. It commits first: the tables of the actions are asked in no transaction. */
export async function published<Answer>(
  { world, params, keep }: PublishingCall<Answer>,
  answerWith: (affected: AffectedActions) => Answer,
): Promise<Answer> {
  await keep(answerWith([]))
  const affected = await findAffected(world, params.id)
  return answerWith(affected.map(({ id, title, warnings }) => ({ id, title, warnings: [...warnings] })))
}
