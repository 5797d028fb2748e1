import type { Migration } from 'kysely/migration'
import * as start from './0001-start.ts'
import * as webhooks from './0002-webhooks.ts'
import * as sources from './0003-sources.ts'
import * as river from './0004-river.ts'
import * as triggers from './0005-triggers.ts'
import * as imports from './0006-imports.ts'
import * as imageWebhooks from './0007-image-webhooks.ts'
import * as urlKeys from './0008-url-keys.ts'
import * as fontsAndReports from './0009-fonts-and-reports.ts'
import * as slowedScopes from './0010-slowed-scopes.ts'
import * as startersAndWaits from './0011-starters-and-waits.ts'
import * as droppedFiles from './0012-dropped-files.ts'
import * as people from './0013-people.ts'
import * as samples from './0014-samples.ts'
import * as secondThoughts from './0015-second-thoughts.ts'
import * as imagesByTime from './0016-images-by-time.ts'
import * as deactivatedUsers from './0017-deactivated-users.ts'
import * as secretBodies from './0019-secret-bodies.ts'
import * as claimIds from './0020-claim-ids.ts'
import * as triggerCalls from './0021-trigger-calls.ts'
import * as leases from './0022-leases.ts'
import * as listIndexes from './0023-list-indexes.ts'
import * as imagePreviews from './0025-image-previews.ts'
import * as failureGroups from './0026-failure-groups.ts'
import * as runCalls from './0028-run-calls.ts'
import * as recordReasons from './0029-record-reasons.ts'
import * as templateDrafts from './0030-template-drafts.ts'

/** In this order, each exactly once. A released migration never changes. */
export const migrations: Record<string, Migration> = {
  '0001-start': start,
  '0002-webhooks': webhooks,
  '0003-sources': sources,
  '0004-river': river,
  '0005-triggers': triggers,
  '0006-imports': imports,
  '0007-image-webhooks': imageWebhooks,
  '0008-url-keys': urlKeys,
  '0009-fonts-and-reports': fontsAndReports,
  '0010-slowed-scopes': slowedScopes,
  '0011-starters-and-waits': startersAndWaits,
  '0012-dropped-files': droppedFiles,
  '0013-people': people,
  '0014-samples': samples,
  '0015-second-thoughts': secondThoughts,
  '0016-images-by-time': imagesByTime,
  '0017-deactivated-users': deactivatedUsers,
  '0019-secret-bodies': secretBodies,
  '0020-claim-ids': claimIds,
  '0021-trigger-calls': triggerCalls,
  '0022-leases': leases,
  '0023-list-indexes': listIndexes,
  '0025-image-previews': imagePreviews,
  '0026-failure-groups': failureGroups,
  '0028-run-calls': runCalls,
  '0029-record-reasons': recordReasons,
  '0030-template-drafts': templateDrafts,
}
