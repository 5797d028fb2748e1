import { modificationsFor } from '#core/output/apply-exceptions.ts'
import type { AppliedException, RecordModification } from '#core/output/exception.ts'
import { readExceptions } from '#core/output/read-exceptions.ts'
import type { Modification } from '#core/ports/renderer.ts'
import type { World } from '#core/ports/world.ts'
import { knownFamilies } from '#core/template/named-parts.ts'
import type { TemplateDesign } from '#core/template/template.ts'
import type { Action } from './action.ts'
import { drawnOutputs } from './save-exception.ts'

interface Previewed {
  /** By its name. */
  output: string
  /** One of them draws each record. */
  designs: readonly TemplateDesign[]
  /** Whether its designs are those that the action draws. */
  isPublished: boolean
  recordIds: readonly string[]
  /** In place of what is saved; still to be checked. */
  given: readonly RecordModification[] | undefined
}

/** What is changed in the picture of each record, by its id and the design that draws it. @throws AppError `invalid_request` */
export async function previewedExceptions(
  world: Pick<World, 'data' | 'renderer'>,
  action: Action,
  { output: name, designs, isPublished, recordIds, given }: Previewed,
): Promise<(recordId: string, design: TemplateDesign) => Modification[]> {
  const saved: ReadonlyMap<string, AppliedException> = action.hasExceptions
    ? await world.data.exceptions.find(action.id, recordIds)
    : new Map()
  if (given !== undefined) {
    const edited = designs.map((design) => ({ name, design }))
    const outputs = isPublished ? await drawnOutputs(world, action) : edited
    const families = await knownFamilies(
      world,
      outputs.map((each) => each.design),
    )
    const stored = [...saved.values()].flatMap(({ modifications }) => modifications)
    const read = readExceptions({ outputs, families, stored }, given)
    return (_, design) => modificationsFor({ name, design }, read)
  }
  return (recordId, design) => modificationsFor({ name, design }, saved.get(recordId)?.modifications ?? [])
}
