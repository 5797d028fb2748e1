import type { CallAnswer, Contract } from '@pictable/client'
import { snakeKeys } from '@pictable/model/key-case'
import type { ActionOutputSettings } from '@pictable/model/output'
import type { WriteCheck } from '@pictable/model/write-check'
import type { Action } from '#core/action/action.ts'
import { actionWarnings } from '#core/action/action-warnings.ts'
import { countMissing } from '#core/action/confirm-deleted.ts'
import { deletesFrom } from '#core/action/erase-deleted.ts'
import { feedUrls } from '#core/action/feed-token.ts'
import { fileExtensionOf } from '#core/image/image-url.ts'
import { outputsOf, shownName } from '#core/output/outputs-of.ts'
import { KEY_PLACE, stableUrl } from '#core/output/stable-url.ts'
import type { World } from '#core/ports/world.ts'

type ActionJson = CallAnswer<Contract['actions']['get']>

type ActionWorld = Pick<World, 'data' | 'publicUrl' | 'publicUrlProblem' | 'secrets' | 'sources'>

const presentSettings = (settings: ActionOutputSettings) => ({ ...settings, formats: [...settings.formats] })

export function presentWriteCheck(check: WriteCheck | null): ActionJson['write_check'] {
  return check && { checked_at: check.checkedAt, fields: [...check.fields] }
}

/** The URL of any record, and that of one. */
async function presentStableUrls(world: ActionWorld, action: Action): Promise<ActionJson['stable_urls']> {
  const { data, publicUrl } = world
  const { id: actionId, stableUrls, output } = action
  if (stableUrls === null) return null
  const [format = 'png'] = output.formats
  const urlOf = (slug: string) =>
    stableUrl(publicUrl, { actionId, slug, output: null, extension: fileExtensionOf({ format }) })
  const some = await data.recordKeys.someSlug(actionId)
  const feed = feedUrls(world, action)
  return {
    field: stableUrls.field,
    url: urlOf(KEY_PLACE),
    example_url: some === null ? null : urlOf(some),
    feed: feed && { csv_url: feed.csv, xml_url: feed.xml },
  }
}

export async function presentAction(world: ActionWorld, action: Action): Promise<ActionJson> {
  const missing = await countMissing(world, action)
  return {
    id: action.id,
    title: action.title,
    connection_id: action.connectionId,
    base_id: action.baseId,
    table_id: action.tableId,
    table_name: action.tableName,
    view_id: action.viewId,
    view_name: action.viewName,
    filter: action.filter,
    template_id: action.templateId,
    mapping: { ...action.mapping },
    output: presentSettings(action.output),
    outputs: outputsOf(action).map(({ name, templateId, templateBy, settings, cells }) => ({
      name: shownName({ name }),
      template_id: templateId,
      template_by: templateBy && { ...templateBy, templates: { ...templateBy.templates } },
      ...presentSettings(settings),
      write_back: Object.keys(cells).length === 0 ? null : cells,
    })),
    write_back: action.writeBack && snakeKeys(action.writeBack),
    write_check: presentWriteCheck(action.writeCheck),
    stop_after_failures: action.stopAfterFailures,
    deleted_records: action.deletedRecords,
    delete_after_days: action.deleteAfterDays,
    deletes_from: deletesFrom(action)?.toISOString() ?? null,
    missing_records: missing,
    file_name: action.fileName?.pattern ?? null,
    stable_urls: await presentStableUrls(world, action),
    warnings: await actionWarnings(world, action, missing),
    revision: action.revision,
    created_at: action.createdAt.toISOString(),
    updated_at: action.updatedAt.toISOString(),
  }
}
