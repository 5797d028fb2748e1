import type { Font } from '#core/font/font.ts'
import type { World } from '#core/ports/world.ts'
import type { Fields } from '#core/run/map-record.ts'
import { ownName } from '#core/run/own-fields.ts'
import type { RecordError } from '#core/run/record-error.ts'
import type { TemplateDesign, TemplateVersion } from '#core/template/template.ts'
import { chooseTemplate } from './choose-template.ts'
import { type FingerprintedOutput, fingerprintOutput } from './fingerprint-output.ts'
import { type ActionOutput, templateIdsOf } from './outputs-of.ts'

/** What an output draws of a record. */
export interface Drawing extends FingerprintedOutput {
  version: TemplateVersion
  /** Why nothing is drawn: no template belongs to the record. */
  problem: RecordError | null
}

/** An output of an action, ready to be made of records. */
export interface OpenedOutput extends ActionOutput {
  /** That of its own, which records get that no value gives another one. */
  version: TemplateVersion
  /** What its templates, and the choice of one, take from a record. */
  names: ReadonlySet<string>
  /** Of its templates, its own first. */
  designs: readonly TemplateDesign[]
  drawingOf: (fields: Fields) => Drawing
}

/** Opens an output with the versions of its templates; null when one is gone. */
export async function openOutput(
  world: Pick<World, 'digest' | 'renderer'>,
  output: ActionOutput,
  { fonts, versionOf }: { fonts: readonly Font[]; versionOf: (templateId: string) => Promise<TemplateVersion | null> },
): Promise<OpenedOutput | null> {
  const drawings = new Map<string, Omit<Drawing, 'problem'>>()
  for (const templateId of templateIdsOf([output])) {
    const version = await versionOf(templateId)
    if (version === null) return null
    drawings.set(templateId, { version, ...fingerprintOutput(world, output, { version, fonts }) })
  }
  const own = drawings.get(output.templateId)
  if (own === undefined) return null
  const names = new Set([...drawings.values()].flatMap((drawing) => [...drawing.names]))
  if (output.templateBy !== null) names.add(ownName(output.templateBy.field.id))
  const drawingOf = (fields: Fields): Drawing => {
    const { templateId, problem } = chooseTemplate(output, fields)
    const drawing = drawings.get(templateId)
    if (drawing === undefined) throw new Error(`the template ${templateId} of an output was not opened`)
    // Known by what is wrong: until that changes, there is no reason to look again.
    return problem === null
      ? { ...drawing, problem }
      : { ...drawing, problem, fingerprintOf: () => world.digest.sha256(problem.message) }
  }
  const designs = [...drawings.values()].map(({ version }) => version.design)
  return { ...output, version: own.version, names, designs, drawingOf }
}
