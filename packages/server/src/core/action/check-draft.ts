import type { OutputSettings } from '@pictable/model/output'
import type { ErrorDetail } from '#core/errors.ts'
import type { Action } from './action.ts'
import type { ActionDraft, DraftOutput } from './action-draft.ts'

/** Settings that are there. */
function given(output: DraftOutput): Partial<OutputSettings>
function given(output: object): object {
  return Object.fromEntries(Object.entries(output).filter(([, setting]) => setting !== undefined && setting !== null))
}

const outOf = (value: number | undefined, least: number, most: number) =>
  value !== undefined && !(value >= least && value <= most)

function checkOutput(output: DraftOutput, errors: ErrorDetail[]): OutputSettings {
  const { formats = ['png'], ...settings } = given(output)
  const { quality, scale } = settings
  if (formats.length === 0) errors.push({ pointer: '/output/formats', detail: 'must name at least one format' })
  if (outOf(quality, 1, 100)) errors.push({ pointer: '/output/quality', detail: 'must be from 1 to 100' })
  if (outOf(scale, 0.1, 8)) errors.push({ pointer: '/output/scale', detail: 'must be from 0.1 to 8' })
  return { formats: [...new Set(formats)], ...settings }
}

/** What of a draft can be told without asking the table, with its defaults; adds what is wrong to `errors`. */
export function checkDraft(
  draft: ActionDraft,
  errors: ErrorDetail[],
): Pick<Action, 'title' | 'output' | 'stopAfterFailures'> {
  const title = draft.title.trim()
  if (title === '') errors.push({ pointer: '/title', detail: 'An action needs a title.' })
  const { stopAfterFailures = null } = draft
  return { title, output: checkOutput(draft.output ?? {}, errors), stopAfterFailures }
}
