import type { Failure } from '@pictable/model/failure'
import type { TemplateValue } from '@pictable/model/value'
import { variablesOf } from '@pictable/renderer/template'
import { openSource } from '#core/connection/open-source.ts'
import { AppError } from '#core/errors.ts'
import { chooseTemplate } from '#core/output/choose-template.ts'
import type { RecordModification } from '#core/output/exception.ts'
import { trimmed } from '#core/output/fingerprint-output.ts'
import { type ActionOutput, drawnSettings, outputsOf, shownName, templateIdsOf } from '#core/output/outputs-of.ts'
import type { DrawnVersion, RenderedFile } from '#core/ports/renderer.ts'
import type { Source } from '#core/ports/source.ts'
import type { World } from '#core/ports/world.ts'
import { refused } from '#core/refuse.ts'
import { found } from '#core/revision.ts'
import { findListing, type Listing, withOwn } from '#core/run/find-listing.ts'
import { bindLinked } from '#core/run/linked-rows.ts'
import { type Fields, fieldsFor, labelOf, mapRecord, problemOfTexts } from '#core/run/map-record.ts'
import { reasonOf } from '#core/run/reason.ts'
import type { RecordError } from '#core/run/record-error.ts'
import { parseDesign } from '#core/template/save-template.ts'
import type { TemplateDesign } from '#core/template/template.ts'
import { usedVersion } from '#core/template/used-version.ts'
import { addWithinSize } from '#core/within-size.ts'
import { listed } from '#core/words.ts'
import type { Action } from './action.ts'
import { type AsIfWorld, actionAsIf } from './action-as-if.ts'
import type { ActionChange } from './action-draft.ts'
import { type Because, type Chosen, chooseWorst } from './choose-worst.ts'
import { previewedExceptions } from './previewed-exceptions.ts'
import { readSample } from './sample-action.ts'

export interface Preview {
  recordId: string
  label: string
  because: Because[]
  values: Record<string, TemplateValue>
  error: Failure | null
  file: RenderedFile | null
}

/** A record with what it is drawn with. */
interface Filled extends Chosen, ChosenTemplate {
  fields: Preview['values']
}

interface ChosenTemplate {
  version: DrawnVersion
  /** Why nothing is drawn: no template belongs to the record, or a text of the mapping cannot be made. */
  problem: RecordError | null
}

/** The templates of an output. */
interface PreviewedTemplates {
  /** That of the output itself first. */
  designs: readonly TemplateDesign[]
  choose: (fields: Fields) => ChosenTemplate
}

/** Those that the output draws today; a template that is still edited draws every record. */
async function openTemplates(
  world: Pick<World, 'data'>,
  output: ActionOutput,
  edited: unknown,
): Promise<PreviewedTemplates> {
  if (edited !== undefined) {
    const version = { templateId: null, version: null, design: await parseDesign(edited, 'template') }
    return { designs: [version.design], choose: () => ({ version, problem: null }) }
  }
  const versions = new Map<string, DrawnVersion>()
  for (const id of templateIdsOf([output])) versions.set(id, await usedVersion(world, id))
  return {
    designs: [...versions.values()].map(({ design }) => design),
    choose(fields) {
      const { templateId, problem } = chooseTemplate(output, fields)
      return { version: found(versions.get(templateId) ?? null, 'template', templateId), problem }
    },
  }
}

async function fillChosen(
  { source, listing, templates }: { source: Source; listing: Listing; templates: PreviewedTemplates },
  chosen: readonly Chosen[],
): Promise<Filled[]> {
  const bound = await bindLinked(
    source,
    withOwn(listing),
    chosen.map(({ record }) => record),
  )
  return chosen.map((each, at) => {
    const all = bound[at] ?? {}
    const { version, problem } = templates.choose(all)
    const names = new Set(variablesOf(version.design).map(({ name }) => name))
    const fields = trimmed(fieldsFor(version.design, all), names)
    return { ...each, version, problem: problem ?? problemOfTexts(fields) ?? null, fields: mapRecord(fields) }
  })
}

export interface PreviewRequest {
  limit: number
  /** These, else the worst of the view. */
  recordIds: readonly string[] | null
  /** Whether view and filter hold for named records too, as in a run. */
  isBounded?: boolean
  /** In place of the template of the action; still to be checked. */
  template?: unknown
  /** The output that is drawn, by its name. Default: the first. */
  output?: string | undefined
  /** Whether pictures are wanted, and not only what would fill them. */
  isDrawn?: boolean
  /** In place of the exceptions that are saved for the records; still to be checked. */
  exceptions?: readonly RecordModification[] | undefined
  /** As if the action were changed so. */
  change?: ActionChange
  signal?: AbortSignal
}

async function namedRecords(
  source: Source,
  listing: Listing,
  { recordIds, isBounded }: { recordIds: readonly string[]; isBounded: boolean },
): Promise<Chosen[]> {
  const ids = [...new Set(recordIds)]
  const { fieldIds, viewId } = listing
  const read = await source.getRecords(listing.table, ids, { fieldIds, ...(isBounded && viewId && { viewId }) })
  const records = isBounded ? read.filter(listing.passes) : read
  const byId = new Map(records.map((record) => [record.id, record]))
  const missing = ids.filter((id) => !byId.has(id))
  const place = isBounded ? 'action' : `table "${listing.action.tableName}"`
  if (missing.length > 0) throw new AppError('not_found', `The ${place} has no record ${listed(missing)}.`)
  return ids.flatMap((id) => {
    const record = byId.get(id)
    return record === undefined ? [] : [{ record, because: [{ code: 'named' as const, message: 'asked for' }] }]
  })
}

/** @throws AppError `invalid_request` naming the outputs that there are */
function namedOutput(action: Action, name: string | undefined): ActionOutput {
  const outputs = outputsOf(action)
  const named = outputs.find((output, index) => (name === undefined ? index === 0 : shownName(output) === name))
  if (named !== undefined) return named
  const there = listed(outputs.map(shownName))
  const detail = `The action has no output "${name}". It has: ${there}.`
  throw refused([{ pointer: '/output_name', detail }], detail)
}

/** Renders, as pictures, the records that the design most likely breaks on, or the named ones; keeps and writes nothing. */
export async function previewAction(
  world: Pick<World, 'renderer'> & AsIfWorld,
  actionId: string,
  request: PreviewRequest,
): Promise<Preview[]> {
  const { limit, recordIds, isBounded = false, template, output: name, isDrawn = true, change = {}, signal } = request
  const action = await actionAsIf(world, actionId, change)
  const previewed = namedOutput(action, name)
  const templates = await openTemplates(world, previewed, template)
  const source = await openSource(world, action.connectionId)
  const variables = templates.designs.flatMap(variablesOf)
  const imageNames = new Set(variables.filter(({ kind }) => kind === 'image').map(({ name }) => name))
  const names = variables.map(({ name }) => name)
  const listing = await findListing(source, action, { names, designs: templates.designs, now: world.clock.now() })
  const fonts = await world.data.fonts.all()
  const preview = async ({ record, because, fields: values, version, problem }: Filled): Promise<Preview> => {
    const known = { recordId: record.id, label: labelOf(record, listing.primary), because }
    const exceptions = changesOf(record.id, version.design)
    const failed = (error: unknown) => {
      return { ...known, values, error: reasonOf(error, { ...known, mapping: action.mapping, exceptions }), file: null }
    }
    if (problem !== null) return failed(problem)
    if (!isDrawn) return { ...known, values, error: null, file: null }
    try {
      const { thumbnail: _, ...look } = drawnSettings(previewed.settings, version.design)
      const [format = 'png'] = look.formats.filter((each) => each !== 'pdf')
      const output = { ...look, effort: 'fast' as const, formats: [format] }
      const { files } = await world.renderer.render({ version, values, modifications: exceptions, output, fonts })
      return { ...known, values, error: null, file: files[0] ?? null }
    } catch (error) {
      return failed(error)
    }
  }
  const chosen =
    recordIds === null
      ? await chooseWorst((await readSample(source, listing, { fieldIds: listing.fieldIds, signal })).records, {
          listing,
          imageNames,
          limit,
        })
      : await namedRecords(source, listing, { recordIds, isBounded })
  const changesOf = await previewedExceptions(world, action, {
    output: shownName(previewed),
    designs: templates.designs,
    isPublished: template === undefined,
    recordIds: chosen.map(({ record }) => record.id),
    given: request.exceptions,
  })
  const filled: Filled[] = []
  const isWhole = addWithinSize(filled, await fillChosen({ source, listing, templates }, chosen))
  if (!isWhole && recordIds !== null)
    throw new AppError(
      'invalid_request',
      `Only ${filled.length} of these ${chosen.length} records fit into one answer, as their values are large. Name fewer records.`,
    )
  return Promise.all(filled.map(preview))
}
