import type { ActionOutputSettings } from '@pictable/model/output'
import type { TemplateByOf } from '@pictable/model/template-by'
import type { ErrorDetail } from '#core/errors.ts'
import { askedScale } from '#core/output/asked-scale.ts'
import { choosingText } from '#core/output/choose-template.ts'
import type { World } from '#core/ports/world.ts'
import type { TemplateVersion } from '#core/template/template.ts'
import { usedVersion } from '#core/template/used-version.ts'
import { type ActionDraft, type DraftListedOutput, listedOutputs, outputPointer } from './action-draft.ts'
import { findOr } from './find-or.ts'

/** An output with the versions that it draws today. */
export interface ResolvedOutput {
  asked: DraftListedOutput
  templateId: string
  /** Its field is still to be found. */
  templateBy: TemplateByOf<string> | null
  settings: ActionOutputSettings
  versions: readonly TemplateVersion[]
}

interface Templates {
  templateId: string
  templateBy: TemplateByOf<string> | null
  /** Each template, and where the draft names it. */
  named: readonly { id: string; path: readonly string[] }[]
}

/** The templates of an output; the first that a value names is that of an output which has no other. */
function templatesOf({ templateId, templateBy }: DraftListedOutput, ofAction: string): Templates {
  const path = ['template_id']
  if (!templateBy) {
    const id = templateId ?? ofAction
    return { templateId: id, templateBy: null, named: [{ id, path }] }
  }
  const entries = Object.entries(templateBy.templates)
  const templates = Object.fromEntries(entries.map(([value, id]) => [choosingText(value), id]))
  const { field, otherwise = 'template_id' } = templateBy
  const named = entries.map(([value, id]) => ({ id, path: ['template_by', 'templates', value] }))
  const [first] = entries
  const other = templateId ?? (otherwise === 'fail' ? first?.[1] : undefined) ?? ofAction
  return { templateId: other, templateBy: { field, templates, otherwise }, named: [{ id: other, path }, ...named] }
}

/** Values that records could not tell from one before them. */
function sameValues({ templateBy }: DraftListedOutput): { value: string; first: string }[] {
  const firsts = new Map<string, string>()
  return Object.keys(templateBy?.templates ?? {}).flatMap((value) => {
    const first = firsts.get(choosingText(value))
    firsts.set(choosingText(value), first ?? value)
    return first === undefined ? [] : [{ value, first }]
  })
}

/** Each output with its templates, and a size that it can have. */
export async function resolveOutputs(
  world: Pick<World, 'data'>,
  { draft, settings }: { draft: ActionDraft; settings: readonly ActionOutputSettings[] },
  errors: ErrorDetail[],
): Promise<ResolvedOutput[]> {
  const resolved: ResolvedOutput[] = []
  for (const [index, asked] of listedOutputs(draft).entries()) {
    const output = settings[index]
    if (output === undefined) continue
    const { templateId, templateBy, named } = templatesOf(asked, draft.templateId)
    for (const { value, first } of sameValues(asked)) {
      const detail = `names the same value as "${first}": spaces around a value do not count. Each value can have one template. Remove one of the two.`
      errors.push({ pointer: outputPointer(draft, index, 'template_by', 'templates', value), detail })
    }
    const versions = new Map<string, TemplateVersion>()
    for (const { id, path } of named) {
      if (versions.has(id)) continue
      const at = outputPointer(draft, index, ...path)
      const version = await findOr(() => usedVersion(world, id), at, errors)
      if (version !== null) versions.set(id, version)
    }
    if (named.some(({ id }) => !versions.has(id))) continue
    const used = [...versions.values()]
    checkSize(draft, { index, output, versions: used }, errors)
    resolved.push({ asked, templateId, templateBy, settings: output, versions: used })
  }
  return resolved
}

/** A width or height in pixels has to be possible for each template. */
function checkSize(
  draft: ActionDraft,
  of: { index: number; output: ActionOutputSettings; versions: readonly TemplateVersion[] },
  errors: ErrorDetail[],
): void {
  const { index, output, versions } = of
  for (const { design } of versions) {
    const size = askedScale(output, design)
    if (size === null || size.problem === null) continue
    const path = index === 0 && !draft.isListed ? ['output', size.side] : [size.side]
    const detail = versions.length === 1 ? size.problem : `${size.problem} (template "${design.name}")`
    errors.push({ pointer: outputPointer(draft, index, ...path), detail })
  }
}
