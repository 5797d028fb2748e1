import type { ServerOptions } from '#http/server/server.ts'

/** An installation that is nowhere. */
export const testInstallation: ServerOptions['installation'] = {
  version: '1.2.3',
  node_version: '24.0.0',
  storage: { kind: 'disk', place: '/var/lib/pictable/files' },
  database: { kind: 'embedded' },
  secret_key: { from: 'data_folder' },
  renderer: { processes: 2 },
  retention: {
    max_age_days: null,
    per_record: null,
    runs_max_age_days: null,
    deliveries_max_age_days: 30,
    keep_current: true,
  },
}
