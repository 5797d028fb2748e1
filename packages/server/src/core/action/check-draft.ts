import { DELETE_AFTER_DAYS } from '@pictable/model/deleted-records'
import { type ActionOutputSettings, DEFAULT_OUTPUT } from '@pictable/model/output'
import type { ErrorDetail } from '#core/errors.ts'
import { SCALES } from '#core/output/asked-scale.ts'
import type { Action } from './action.ts'
import { type ActionDraft, type DraftOutput, listedOutputs, outputPointer } from './action-draft.ts'

/** Settings that are there. */
function given(output: DraftOutput): Partial<ActionOutputSettings>
function given(output: object): object {
  return Object.fromEntries(Object.entries(output).filter(([, setting]) => setting !== undefined && setting !== null))
}

const outOf = (value: number | undefined, least: number, most: number) =>
  value !== undefined && !(value >= least && value <= most)

function checkOutput(
  output: DraftOutput,
  { at, errors }: { at: (setting: string) => string; errors: ErrorDetail[] },
): ActionOutputSettings {
  const { formats = ['png'], ...settings } = given(output)
  const { quality, scale, width, height } = settings
  if (formats.length === 0) errors.push({ pointer: at('formats'), detail: 'must name at least one format' })
  if (outOf(quality, 1, 100)) errors.push({ pointer: at('quality'), detail: 'must be from 1 to 100' })
  if (outOf(scale, SCALES.min, SCALES.max))
    errors.push({ pointer: at('scale'), detail: `must be from ${SCALES.min} to ${SCALES.max}` })
  if ([scale, width, height].filter((size) => size !== undefined).length > 1)
    errors.push({
      pointer: at(width === undefined ? 'height' : 'width'),
      detail: 'only one of scale, width and height can be set',
    })
  return { formats: [...new Set(formats)], ...settings }
}

function checkNames(draft: ActionDraft, errors: ErrorDetail[]): void {
  const taken = new Set<string>()
  for (const [index, { name }] of listedOutputs(draft).entries()) {
    const key = (name || DEFAULT_OUTPUT).toLowerCase()
    if (taken.has(key))
      errors.push({
        pointer: outputPointer(draft, index, 'name'),
        detail: `Another output already has the name "${name}". Choose another one.`,
      })
    taken.add(key)
  }
}

/** The settings of every output of a draft, with their defaults. */
function checkOutputs(draft: ActionDraft, errors: ErrorDetail[]): ActionOutputSettings[] {
  checkNames(draft, errors)
  return listedOutputs(draft).map(({ output }, index) => {
    const ofFirst = index === 0 && !draft.isListed
    const at = (setting: string) => outputPointer(draft, index, ...(ofFirst ? ['output', setting] : [setting]))
    return checkOutput(output, { at, errors })
  })
}

type PlainParts = Pick<Action, 'title' | 'output' | 'stopAfterFailures' | 'deletedRecords' | 'deleteAfterDays'>

/** What of a draft can be told without asking the table, with its defaults; adds what is wrong to `errors`. */
export function checkDraft(
  draft: ActionDraft,
  errors: ErrorDetail[],
): { plain: PlainParts; settings: readonly ActionOutputSettings[] } {
  const title = draft.title.trim()
  if (title === '') errors.push({ pointer: '/title', detail: 'An action needs a title.' })
  const { stopAfterFailures = null, deletedRecords = 'keep', deleteAfterDays = DELETE_AFTER_DAYS.default } = draft
  const settings = checkOutputs(draft, errors)
  const [output = { formats: ['png'] }] = settings
  return { plain: { title, output, stopAfterFailures, deletedRecords, deleteAfterDays }, settings }
}
