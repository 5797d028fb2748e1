import type { Contract } from '@pictable/client'
import type { BoundEndpoint } from '#http/endpoint/endpoint-call.ts'
import { actions } from './actions.ts'
import { apiKeys } from './api-keys.ts'
import { assets } from './assets.ts'
import { auditLog, requestLog } from './audit-log.ts'
import { backups } from './backups.ts'
import { connections } from './connections.ts'
import { drafts } from './drafts.ts'
import { events } from './events.ts'
import { exceptions } from './exceptions.ts'
import { feeds } from './feeds.ts'
import { fontFamilies, fonts } from './fonts.ts'
import { formLinks } from './form-links.ts'
import { forms } from './forms.ts'
import { hooks } from './hooks.ts'
import { imageBatches } from './image-batches.ts'
import { images } from './images.ts'
import { runs } from './runs.ts'
import { server } from './server.ts'
import { links, me, session, sessions, setup } from './sessions.ts'
import { settings } from './settings.ts'
import { sources } from './sources.ts'
import { stableUrls } from './stable-urls.ts'
import { starters } from './starters.ts'
import { tables } from './tables.ts'
import { tablesources } from './tablesources.ts'
import { templateFiles } from './template-files.ts'
import { templates } from './templates.ts'
import { triggerKinds, triggers } from './triggers.ts'
import { urlKeys } from './url-keys.ts'
import { users } from './users.ts'
import { deliveries, webhooks } from './webhooks.ts'

/** A collection of the contract that is missing here does not compile. */
const byCollection: Readonly<Record<keyof Contract, readonly BoundEndpoint[]>> = {
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
  tables,
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

/** Every endpoint of the contract with its handler. */
export const routes = Object.values(byCollection).flat()
