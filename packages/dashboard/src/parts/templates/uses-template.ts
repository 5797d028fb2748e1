import type { Action } from '#dashboard/api/types.ts'

/** Whether an output of the action has the template, for all records or for those with some value. */
export function usesTemplate({ outputs }: Pick<Action, 'outputs'>, templateId: string): boolean {
  return outputs.some(
    ({ template_id: id, template_by: by }) =>
      id === templateId || Object.values(by?.templates ?? {}).includes(templateId),
  )
}
