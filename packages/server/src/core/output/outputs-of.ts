import type { FieldRef } from '@pictable/model/field'
import { type ActionOutputSettings, DEFAULT_OUTPUT, type OutputSettings } from '@pictable/model/output'
import type { TemplateBy } from '@pictable/model/template-by'
import { type OutputCells, type WriteBack, writtenFields } from '@pictable/model/write-back'
import { askedScale } from './asked-scale.ts'

/** An output of an action behind the first one. */
export interface MoreOutput {
  /** As in `ActionOutput`. */
  key: string
  name: string
  templateId: string
  templateBy: TemplateBy | null
  output: ActionOutputSettings
  writeBack: OutputCells | null
}

/** The first output has the settings of the action itself. */
interface WithOutputs {
  outputKey: string
  /** null for the only output of an action, until it is named. */
  outputName: string | null
  templateId: string
  templateBy: TemplateBy | null
  output: ActionOutputSettings
  writeBack: WriteBack | null
  moreOutputs: readonly MoreOutput[]
}

/** What an action makes of each record: a template, its settings, and where the image is written. */
export interface ActionOutput {
  /**
   * What was last made of each record is known by it. It stays when the output is moved, and that of the first one also when
   * the output is renamed. Never sent.
   */
  key: string
  /** null: the action has one output, without a name. */
  name: string | null
  /** Of each record, unless `templateBy` names another. */
  templateId: string
  templateBy: TemplateBy | null
  settings: ActionOutputSettings
  cells: OutputCells
}

/** The key of the first output that an action was made with: what was last made for it has a table of its own. */
export const ORIGINAL_KEY = ''

/** Every output of an action, in order. */
export function outputsOf(action: WithOutputs): [ActionOutput, ...ActionOutput[]] {
  const { outputKey, outputName, templateId, templateBy, output, writeBack, moreOutputs } = action
  const isSeveral = moreOutputs.length > 0
  const { url, attachment } = writeBack ?? {}
  return [
    {
      key: outputKey,
      name: outputName ?? (isSeveral ? DEFAULT_OUTPUT : null),
      ...{ templateId, templateBy },
      settings: output,
      cells: { ...(url && { url }), ...(attachment && { attachment }) },
    },
    ...moreOutputs.map((more) => ({
      key: more.key,
      name: more.name,
      ...{ templateId: more.templateId, templateBy: more.templateBy },
      settings: more.output,
      cells: more.writeBack ?? {},
    })),
  ]
}

/** Outputs whose keys are still to be found. */
export interface UnkeyedOutputs {
  outputName: string | null
  moreOutputs: readonly Omit<MoreOutput, 'key'>[]
}

/**
 * The outputs with the keys that those of the same name had before, or with new ones, which no output of the action ever had.
 * The first output was renamed when its name is new and that of the first one before is gone.
 */
export function assignKeys(
  { outputName, moreOutputs }: UnkeyedOutputs,
  before: WithOutputs | null,
  newKey: () => string,
): Pick<WithOutputs, 'outputKey' | 'moreOutputs'> {
  const known = new Map(before === null ? [] : outputsOf(before).map((output) => [shownName(output), output.key]))
  const firstName = shownName({ name: outputName })
  const nameBefore = before && shownName({ name: before.outputName })
  const isRenamed = !known.has(firstName) && !moreOutputs.some(({ name }) => name === nameBefore)
  return {
    outputKey: isRenamed ? (before?.outputKey ?? ORIGINAL_KEY) : (known.get(firstName) ?? newKey()),
    moreOutputs: moreOutputs.map((more) => ({ ...more, key: known.get(more.name) ?? newKey() })),
  }
}

/** The name that people know an output by, also the only one of an action. */
export const shownName = ({ name }: Pick<ActionOutput, 'name'>): string => name ?? DEFAULT_OUTPUT

/** The fields that the images of these outputs are in, each once. */
export function imageFields(outputs: readonly Pick<ActionOutput, 'cells'>[]): FieldRef[] {
  const fields = outputs.flatMap(({ cells: { url, attachment } }) => [url, attachment?.field])
  return [...new Map(fields.flatMap((field) => (field === undefined ? [] : [[field.id, field] as const]))).values()]
}

/** Every field that an action writes to. */
export function fieldsWrittenBy(action: WithOutputs): FieldRef[] {
  return [
    ...(action.writeBack === null ? [] : writtenFields(action.writeBack)),
    ...imageFields(outputsOf(action).slice(1)),
  ]
}

/** The templates of these outputs, each once. */
export function templateIdsOf(outputs: readonly Pick<ActionOutput, 'templateId' | 'templateBy'>[]): string[] {
  const ids = outputs.flatMap(({ templateId, templateBy }) => [
    templateId,
    ...Object.values(templateBy?.templates ?? {}),
  ])
  return [...new Set(ids)]
}

/** The settings as they are drawn: a width or height in pixels is the scale that gives it. */
export function drawnSettings(
  { width, height, ...settings }: ActionOutputSettings,
  design: { width: number; height: number },
): OutputSettings {
  const asked = askedScale({ width, height }, design)
  return asked === null ? settings : { ...settings, scale: asked.scale }
}
