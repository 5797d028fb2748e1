import type { Action } from '#core/action/action.ts'
import type { Data } from '#core/ports/data.ts'
import type { Pinned } from '#core/run/run.ts'
import { pinVersions } from '#core/template/pin-versions.ts'
import { outputsOf, shownName, templateIdsOf } from './outputs-of.ts'

/** What a run that starts now is given of its action. @throws AppError when a template is gone or not published */
export async function pinAction(data: Data, action: Action): Promise<Pinned> {
  const outputs = outputsOf(action)
  const templateVersions = await pinVersions(data, templateIdsOf(outputs))
  const templateVersion = templateVersions[action.templateId] ?? 0
  return { templateVersions, templateVersion, outputNames: outputs.map(shownName) }
}
