import type { RouteEntries } from '#test/fuzz/every-route/entry.ts'
import { actions, exceptions, hooks, runs, tablesources, triggerKinds, triggers } from './actions.ts'
import { formLinks, forms } from './forms.ts'
import { assets, feeds, fontFamilies, fonts, imageBatches, images, stableUrls } from './images.ts'
import {
  apiKeys,
  auditLog,
  backups,
  links,
  me,
  requestLog,
  server,
  session,
  sessions,
  settings,
  setup,
  urlKeys,
  users,
} from './people.ts'
import { connections, sources, tables } from './tables.ts'
import { drafts, starters, templateFiles, templates } from './templates.ts'
import { deliveries, events, webhooks } from './webhooks.ts'

/** The largest inputs of every route of the contract. */
export const entries: RouteEntries = {
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
