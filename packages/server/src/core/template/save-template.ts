import type { PreviewSource } from '@pictable/model/preview'
import type { TemplateValue } from '@pictable/model/value'
import { parseInSteps, TemplateError, unfitConstantsInSteps } from '@pictable/renderer/template'
import { pointer } from '#core/pointer.ts'
import type { Data } from '#core/ports/data.ts'
import type { World } from '#core/ports/world.ts'
import { refused, refuseIfAny } from '#core/refuse.ts'
import { found, stored, type Target, toBeChanged } from '#core/revision.ts'
import { inTurns } from '#core/turns.ts'
import type { StoredVersion, Template, TemplateDesign, TemplateVersion } from './template.ts'

/** Number of versions that were never published to keep for each template. */
export const UNPUBLISHED_VERSIONS = 50

type Sample = Readonly<Record<string, TemplateValue>>

export interface SavedTemplate {
  template: Template
  version: TemplateVersion
}

/** A design that was not changed is returned as it is stored. */
interface ChangedTemplate {
  template: Template
  version: StoredVersion | TemplateVersion
}

interface Change<Design> {
  name?: string | undefined
  sample?: Sample | undefined
  previewSource?: PreviewSource | null | undefined
  design?: Design | undefined
  author?: string | undefined
  note?: string | null
}

/** `layers[2].fontSize` as `/design/layers/2/fontSize`, where the design stands at `/design` */
function pointerOfPath(at: string, path: string): string {
  return pointer(at, ...(path.match(/[^.[\]]+/g) ?? []))
}

/** @throws AppError `invalid_request` that points at every wrong property */
export async function parseDesign(
  design: unknown,
  at = 'design',
  what = `The ${at} is not valid.`,
): Promise<TemplateDesign> {
  try {
    return await inTurns(parseInSteps(design))
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    const errors = error.issues.map(({ path, message }) => ({ pointer: pointerOfPath(at, path), detail: message }))
    throw refused(errors, what)
  }
}

/** As `parseDesign()`, for what is saved: what no value can make right is an error too. */
async function parseNewDesign(json: unknown): Promise<TemplateDesign> {
  const design = await parseDesign(json)
  const unfit = await inTurns(unfitConstantsInSteps(design))
  const errors = unfit.map(({ path, message }) => {
    return { pointer: pointerOfPath('design', path), detail: message }
  })
  refuseIfAny(errors, 'The design is not valid.')
  return design
}

/** @throws AppError `invalid_request` when this release does not know the design */
export async function parseVersion(stored: StoredVersion): Promise<TemplateVersion> {
  const what = `Version ${stored.version} of the template is not valid in this release of Pictable.`
  return { ...stored, design: await parseDesign(stored.design, 'design', what) }
}

/** Saves a new template with its first version. */
export async function createTemplate(
  world: Pick<World, 'clock' | 'data' | 'newId'>,
  draft: {
    name?: string | undefined
    design: unknown
    sample?: Sample | undefined
    publish?: boolean | undefined
    author?: string | undefined
  },
): Promise<SavedTemplate> {
  const design = await parseNewDesign(draft.design)
  const now = world.clock.now()
  const template: Template = {
    id: world.newId('template'),
    name: draft.name ?? (design.name === '' ? 'Untitled' : design.name),
    latestVersion: 1,
    width: design.width,
    height: design.height,
    publishedVersion: draft.publish === true ? 1 : null,
    sample: draft.sample ?? {},
    previewSource: null,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  }
  const { author = null } = draft
  const publishedAt = draft.publish === true ? now : null
  const facts = { author, note: null, publishedAt, createdAt: now }
  const version: TemplateVersion = { templateId: template.id, version: 1, design, ...facts }
  await world.data.transaction(async (data) => {
    await data.templates.insert(template)
    await data.templates.insertVersion(version)
  })
  return { template, version }
}

/** What the template is called from now on: a design that gets another name gives it to its template. */
async function nameFrom(data: Data, before: Template, design: TemplateDesign | undefined): Promise<string> {
  const name = design?.name.trim() ?? ''
  if (name === '') return before.name
  const { latestVersion: version } = before
  const last = await data.templates.getStoredVersion(before.id, version)
  const { design: old } = found(last, `version ${version} of template`, before.id)
  return old.name === design?.name ? before.name : name.slice(0, 200)
}

/** @throws AppError `invalid_request` for an action or connection that does not exist */
async function assertPreviewSource(data: Data, source: PreviewSource): Promise<void> {
  const [what, key, id] =
    'actionId' in source
      ? (['action', 'action_id', source.actionId] as const)
      : (['connection', 'connection_id', source.connectionId] as const)
  const isThere = (await (what === 'action' ? data.actions : data.connections).get(id)) !== null
  if (isThere) return
  const detail = `There is no ${what} "${id}". Choose another one.`
  throw refused([{ pointer: pointer('preview_source', key), detail }], detail)
}

/** Renames a template, gives it another sample, or saves a new version of its design. What actions use stays until it is published. */
export async function saveTemplate(
  world: Pick<World, 'clock' | 'data'>,
  target: Target,
  change: Change<unknown>,
): Promise<ChangedTemplate> {
  const design = change.design === undefined ? undefined : await parseNewDesign(change.design)
  return saveParsed(world, target, { ...change, design })
}

async function saveParsed(
  world: Pick<World, 'clock' | 'data'>,
  { id, revision }: Target,
  change: Change<TemplateDesign>,
): Promise<ChangedTemplate> {
  const { design } = change
  const now = world.clock.now()
  return world.data.transaction(async (data) => {
    const before = toBeChanged(await data.templates.get(id), { what: 'template', id, revision })
    // Its draft shows the values too: who saves it without having seen them is refused.
    if (change.sample !== undefined) {
      const draft = await data.drafts.lock(id)
      await data.drafts.update({ ...draft, revision: draft.revision + 1 })
    }
    const latestVersion = design === undefined ? before.latestVersion : before.latestVersion + 1
    const { name = await nameFrom(data, before, design), sample = before.sample } = change
    const { previewSource = before.previewSource } = change
    if (change.previewSource) await assertPreviewSource(data, change.previewSource)
    const { width, height } = design ?? before
    const changed = { ...before, name, sample, previewSource, latestVersion, width, height, updatedAt: now }
    const template = stored(await data.templates.update(changed), 'template')
    if (design === undefined) {
      const version = await data.templates.getStoredVersion(id, latestVersion)
      return { template, version: found(version, `version ${latestVersion} of template`, id) }
    }
    const { author = null, note = null } = change
    const facts = { author, note, publishedAt: null, createdAt: now }
    const version: TemplateVersion = { templateId: id, version: latestVersion, design, ...facts }
    await data.templates.insertVersion(version)
    await data.templates.pruneVersions(id, UNPUBLISHED_VERSIONS)
    await data.drafts.touch(id)
    return { template, version }
  })
}

/** Makes a version (the latest, when none is named) the one that actions use. @throws AppError `not_found` */
export async function publishTemplate(
  world: Pick<World, 'clock' | 'data'>,
  id: string,
  { version, note }: { version?: number | undefined; note?: string | undefined } = {},
): Promise<Template> {
  return world.data.transaction(async (data) => {
    const template = found(await data.templates.get(id), 'template', id)
    const publishedVersion = version ?? template.latestVersion
    const now = world.clock.now()
    const isThere = await data.templates.markPublished(id, publishedVersion, { at: now, note })
    found(isThere || null, `version ${publishedVersion} of template`, id)
    return stored(await data.templates.update({ ...template, publishedVersion, updatedAt: now }), 'template')
  })
}

/** Saves a new version that is equal to an older one. @throws AppError `not_found`, `precondition_failed` */
export async function restoreVersion(
  world: Pick<World, 'clock' | 'data'>,
  id: string,
  restored: { version: number; publish?: boolean | undefined; revision?: number | undefined; author?: string },
): Promise<ChangedTemplate> {
  const { templates } = world.data
  found(await templates.get(id), 'template', id)
  const older = await templates.getVersion(id, restored.version)
  const { design } = found(older, `version ${restored.version} of template`, id)
  return world.data.transaction(async (data) => {
    const inside = { ...world, data }
    const saved = await saveParsed(inside, { id, revision: restored.revision }, { design, author: restored.author })
    return restored.publish === true ? { ...saved, template: await publishTemplate(inside, id) } : saved
  })
}
