import { actions } from './actions.ts'
import { apiKeys } from './api-keys.ts'
import { assets } from './assets.ts'
import { auditLog, requestLog } from './audit-log.ts'
import { backups } from './backups.ts'
import { connections } from './connections.ts'
import { drafts } from './drafts.ts'
import type { Endpoint } from './endpoint.ts'
import { events } from './events.ts'
import { exceptions } from './exceptions.ts'
import { fontFamilies, fonts } from './fonts.ts'
import { formLinks, forms } from './forms.ts'
import { imageBatches } from './image-batches.ts'
import { images } from './images.ts'
import { runs } from './runs.ts'
import { server } from './server.ts'
import { links, me, session, sessions, setup } from './sessions.ts'
import { settings } from './settings.ts'
import { sources } from './sources.ts'
import { feeds, stableUrls } from './stable-urls.ts'
import { starters } from './starters.ts'
import { tableImports } from './table-imports.ts'
import { tables } from './tables.ts'
import { tablesources } from './tablesources.ts'
import { templateFiles } from './template-files.ts'
import { templates } from './templates.ts'
import { hooks, triggerKinds, triggers } from './triggers.ts'
import { urlKeys } from './url-keys.ts'
import { users } from './users.ts'
import { deliveries, webhooks } from './webhooks.ts'

/** Every endpoint, by collection and verb. */
export const contract = {
  tablesources,
  actions,
  exceptions,
  runs,
  templates,
  drafts,
  templateFiles,
  starters,
  triggerKinds,
  triggers,
  hooks,
  connections,
  sources,
  tables: { ...tables, ...tableImports },
  images,
  imageBatches,
  stableUrls,
  feeds,
  forms,
  formLinks,
  assets,
  fonts,
  fontFamilies,
  webhooks,
  deliveries,
  events,
  apiKeys,
  urlKeys,
  setup,
  links,
  session,
  sessions,
  me,
  users,
  auditLog,
  requestLog,
  settings,
  backups,
  server,
}

export type Contract = typeof contract

export const endpoints: readonly Endpoint[] = Object.values(contract).flatMap((collection): Endpoint[] =>
  Object.values(collection),
)
