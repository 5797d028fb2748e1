import type { BoundEndpoint } from '#http/endpoint-call.ts'
import type { ServerState } from '#http/server-state.ts'
import { actions } from './actions.ts'
import { apiKeys } from './api-keys.ts'
import { assets } from './assets.ts'
import { auditLog, requestLog } from './audit-log.ts'
import { connections } from './connections.ts'
import { events } from './events.ts'
import { fonts } from './fonts.ts'
import { hooks } from './hooks.ts'
import { images } from './images.ts'
import { runs } from './runs.ts'
import { server } from './server.ts'
import { links, me, session, sessions, setup } from './sessions.ts'
import { settings } from './settings.ts'
import { sources } from './sources.ts'
import { starters } from './starters.ts'
import { tables } from './tables.ts'
import { tablesources } from './tablesources.ts'
import { templates } from './templates.ts'
import { triggerKinds, triggers } from './triggers.ts'
import { urlKeys } from './url-keys.ts'
import { users } from './users.ts'
import { deliveries, webhooks } from './webhooks.ts'

/** Every endpoint with its handler, one line each. */
export function createRoutes({
  isClosing,
  forget,
  feed,
  requestLog,
  installation,
  receiveHook,
}: Omit<ServerState, 'previewImage' | 'renderSigned'>): BoundEndpoint[] {
  return [
    ...users,
    ...urlKeys,
    ...triggerKinds,
    ...triggers,
    ...templates,
    ...tablesources,
    ...tables,
    ...starters,
    ...sources,
    ...settings,
    ...setup,
    ...links,
    ...session,
    ...sessions,
    ...me,
    ...server,
    ...images,
    ...hooks,
    ...fonts,
    ...events,
    ...webhooks,
    ...deliveries,
    ...connections,
    ...auditLog,
    ...requestLog,
    ...assets,
    ...apiKeys,
    ...actions,
    ...runs,
  ]
}
