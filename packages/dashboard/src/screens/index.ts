import { actionRoute, actionsRoute, newActionRoute } from './actions/route.ts'
import { auditLogRoute } from './audit-log/route.ts'
import { batchesRoute, batchRoute } from './batches/route.ts'
import { developersRoute } from './developers/route.ts'
import { editorRoute } from './editor/route.ts'
import { firstRunRoute } from './first-run/route.ts'
import { homeRoute } from './home/route.ts'
import { imagesRoute } from './images/route.ts'
import { logInRoute } from './log-in/route.ts'
import { logOutRoute } from './log-out/route.ts'
import { passwordRoute } from './password/route.ts'
import { runRoute, runsRoute } from './runs/route.ts'
import { settingsRoute } from './settings/route.ts'
import { connectRoute, sourceRoute, sourcesRoute } from './sources/route.ts'
import { tableRoute, tablesRoute } from './tables/route.ts'
import { templateRoute, templatesRoute } from './templates/route.ts'
import { webhookRoute, webhooksRoute } from './webhooks/route.ts'

/** Screens before anybody is logged in. */
export const openScreens = [logInRoute, logOutRoute, firstRunRoute, passwordRoute] as const

/** Screens inside the frame, in the order of the sidebar. One line per screen. */
export const screens = [
  homeRoute,
  actionsRoute,
  newActionRoute,
  actionRoute,
  runsRoute,
  runRoute,
  batchesRoute,
  batchRoute,
  imagesRoute,
  templatesRoute,
  templateRoute,
  editorRoute,
  sourcesRoute,
  connectRoute,
  sourceRoute,
  tablesRoute,
  tableRoute,
  webhooksRoute,
  webhookRoute,
  developersRoute,
  settingsRoute,
  auditLogRoute,
] as const
