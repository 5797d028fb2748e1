import type { FieldRef } from '@pictable/model/field'
import { type ActionOutputSettings, DEFAULT_OUTPUT, type OutputSettings } from '@pictable/model/output'
import type { TemplateBy } from '@pictable/model/template-by'
import { type OutputCells, type WriteBack, writtenFields } from '@pictable/model/write-back'
import { askedScale } from './asked-scale.ts'

/** An output of an action behind the first one. */
export interface MoreOutput {
  name: string
  templateId: string
  templateBy: TemplateBy | null
  output: ActionOutputSettings
  writeBack: OutputCells | null
}

/** The first output has the settings of the action itself. */
interface WithOutputs {
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
  /** What was last made is known by it: '' for the first, which may be renamed, else the name. */
  key: string
  /** null: the action has one output, without a name. */
  name: string | null
  /** Of each record, unless `templateBy` names another. */
  templateId: string
  templateBy: TemplateBy | null
  settings: ActionOutputSettings
  cells: OutputCells
}

/** Every output of an action, in order: one at least. */
export function outputsOf(action: WithOutputs): ActionOutput[] {
  const { outputName, templateId, templateBy, output, writeBack, moreOutputs } = action
  const isSeveral = moreOutputs.length > 0
  const { url, attachment } = writeBack ?? {}
  return [
    {
      key: '',
      name: outputName ?? (isSeveral ? DEFAULT_OUTPUT : null),
      ...{ templateId, templateBy },
      settings: output,
      cells: { ...(url && { url }), ...(attachment && { attachment }) },
    },
    ...moreOutputs.map((more) => ({
      key: more.name,
      name: more.name,
      ...{ templateId: more.templateId, templateBy: more.templateBy },
      settings: more.output,
      cells: more.writeBack ?? {},
    })),
  ]
}

/**
 * The keys of the outputs of an action by those that they had before it was changed; without those that it no longer has.
 * Outputs are the same by their names; the first may be renamed.
 */
export function keysAfter(before: WithOutputs, after: WithOutputs): ReadonlyMap<string, string> {
  const keys = new Map(outputsOf(after).map((output) => [shownName(output), output.key]))
  const kept = new Map(
    outputsOf(before).flatMap((output) => {
      const key = keys.get(shownName(output))
      return key === undefined ? [] : [[output.key, key] as const]
    }),
  )
  const isRenamed = !kept.has('') && ![...kept.values()].includes('')
  return isRenamed ? kept.set('', '') : kept
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
