export interface Definition {
  kind: 'counter' | 'gauge' | 'histogram'
  help: string
  /** Their values come from lists in the code, never from ids, addresses or what people write. */
  labels: readonly string[]
  /** Upper bounds of a histogram, ascending. */
  buckets?: readonly number[]
  /** Of the only label of a counter: told from the start, at 0, so that the first one of them is seen as a rise. */
  values?: readonly string[]
}

const upTo10Seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const upTo1Day = [0.01, 0.03, 0.1, 0.25, 0.5, 1, 5, 30, 300, 3600, 21_600, 86_400]

/** Everything that is measured. The unit ends the name. */
export const metricCatalogue = {
  http_server_request_duration_seconds: {
    kind: 'histogram',
    help: 'Duration of API requests, without event streams',
    labels: ['method', 'route', 'status'],
    buckets: upTo10Seconds,
  },
  render_duration_seconds: {
    kind: 'histogram',
    help: 'Duration of renders, including the wait for a render process',
    labels: ['result'],
    buckets: upTo10Seconds,
  },
  render_processes: { kind: 'gauge', help: 'Running render processes', labels: [] },
  render_resident_memory_bytes: { kind: 'gauge', help: 'Memory of all render processes', labels: [] },
  render_waiting: { kind: 'gauge', help: 'Images that wait for a render process', labels: [] },
  render_processes_ended_total: {
    kind: 'counter',
    help: 'Render processes that exceeded a deadline, crashed or were replaced',
    labels: ['reason'],
  },
  runs_total: {
    kind: 'counter',
    help: 'Runs that ended',
    labels: ['state'],
    values: ['completed', 'failed', 'cancelled'],
  },
  records_total: {
    kind: 'counter',
    help: 'Records of runs that ended',
    labels: ['state'],
    values: ['rendered', 'skipped', 'failed', 'cancelled'],
  },
  queue_depth: { kind: 'gauge', help: 'Work that is due and not yet claimed, by queue', labels: ['queue'] },
  queue_oldest_seconds: {
    kind: 'gauge',
    help: 'Time for which the oldest of this work has been due',
    labels: ['queue'],
  },
  queue_measurement_age_seconds: {
    kind: 'gauge',
    help: 'Age of the queue gauges. One process at a time measures the queues, and exports these gauges for all',
    labels: [],
  },
  queue_measurement_up: {
    kind: 'gauge',
    help: '1 if the last measurement of the queues succeeded, else 0 (the queue gauges then keep their last values)',
    labels: [],
  },
  webhook_attempts_total: {
    kind: 'counter',
    help: 'Requests to webhook receivers',
    labels: ['result'],
    values: ['delivered', 'retry', 'failed', 'gone'],
  },
  webhook_attempt_duration_seconds: {
    kind: 'histogram',
    help: 'Time until receivers responded or failed',
    labels: ['result'],
    buckets: upTo10Seconds,
  },
  webhook_delivery_latency_seconds: {
    kind: 'histogram',
    help: 'Time from an event to its delivery, including retries, without replays',
    labels: [],
    buckets: upTo1Day,
  },
  webhook_deliveries_pending: {
    kind: 'gauge',
    help: 'Pending deliveries, including those that wait for their next attempt',
    labels: [],
  },
  webhook_deliveries_in_flight: { kind: 'gauge', help: 'Running requests to receivers', labels: [] },
  storage_files_missing_total: {
    kind: 'counter',
    help: 'Reads of files that are missing in the storage',
    labels: ['folder'],
    values: ['images', 'assets', 'fonts'],
  },
  event_streams_open: { kind: 'gauge', help: 'Open event streams (`GET /v1/events`)', labels: [] },
  storage_files_damaged_total: {
    kind: 'counter',
    help: 'Reads of files in the storage whose bytes do not match their SHA-256',
    labels: ['folder'],
    values: ['images', 'assets', 'fonts'],
  },
  storage_scrub_damaged_files: {
    kind: 'gauge',
    help: 'Damaged, missing and unreadable files found by the background check and not yet repaired',
    labels: [],
  },
  storage_scrub_finished_seconds: {
    kind: 'gauge',
    help: 'Unix time at which the background check last completed; absent before the first time',
    labels: [],
  },
  backup_last_success_seconds: {
    kind: 'gauge',
    help: 'Unix time at which the latest complete backup of the embedded database started; absent before the first one',
    labels: [],
  },
  backup_overdue: {
    kind: 'gauge',
    help: '1 if the latest complete backup is older than two intervals of the schedule, else 0',
    labels: [],
  },
  backup_failed: {
    kind: 'gauge',
    help: '1 if the latest backup of the embedded database failed, else 0',
    labels: [],
  },
  egress_blocked_total: {
    kind: 'counter',
    help: 'Blocked outgoing requests',
    labels: ['reason'],
    values: ['address', 'url', 'port'],
  },
  process_cpu_seconds_total: { kind: 'counter', help: 'Processor time of the server process', labels: [] },
  process_resident_memory_bytes: { kind: 'gauge', help: 'Memory of the server process', labels: [] },
  process_start_time_seconds: { kind: 'gauge', help: 'Unix time at which the server process started', labels: [] },
  nodejs_heap_size_used_bytes: { kind: 'gauge', help: 'JavaScript heap in use', labels: [] },
  nodejs_heap_size_total_bytes: { kind: 'gauge', help: 'JavaScript heap', labels: [] },
  nodejs_external_memory_bytes: { kind: 'gauge', help: 'Memory of buffers and native objects', labels: [] },
  database_corrupt: {
    kind: 'gauge',
    help: '1 after a damaged page or file of the database was found, until the process restarts',
    labels: [],
  },
  database_heap_size_used_bytes: {
    kind: 'gauge',
    help: 'JavaScript heap in use by the thread of the embedded database',
    labels: [],
  },
  database_heap_size_total_bytes: {
    kind: 'gauge',
    help: 'JavaScript heap of the thread of the embedded database',
    labels: [],
  },
  database_external_memory_bytes: {
    kind: 'gauge',
    help: 'Memory of the thread of the embedded database outside its heap, which PostgreSQL itself uses',
    labels: [],
  },
  database_memory_unanswered: {
    kind: 'gauge',
    help: '1 if the thread of the embedded database does not respond within 5 s (its memory gauges then keep their last values), else 0',
    labels: [],
  },
  nodejs_eventloop_lag_seconds: {
    kind: 'gauge',
    help: 'Delay of timers since the last measurement',
    labels: ['quantile'],
  },
  pictable_ready: {
    kind: 'gauge',
    help: '1 if this part works, otherwise 0, as reported by `/readyz`',
    labels: ['part'],
  },
  pictable_info: { kind: 'gauge', help: 'Always 1, with the version as a label', labels: ['version'] },
} as const satisfies Record<string, Definition>

type Catalogue = typeof metricCatalogue
export type MetricName = keyof Catalogue
type NameOf<Kind extends Definition['kind']> = {
  [Name in MetricName]: Catalogue[Name]['kind'] extends Kind ? Name : never
}[MetricName]

type ValueOf<Name extends MetricName> = Catalogue[Name] extends { values: readonly (infer Value extends string)[] }
  ? Value
  : string

export type LabelsOf<Name extends MetricName> = Readonly<Record<Catalogue[Name]['labels'][number], ValueOf<Name>>>

/** Counts and times what happens, for whoever watches this installation. */
export interface Metrics {
  count<Name extends NameOf<'counter'>>(name: Name, labels: LabelsOf<Name>, by?: number): void
  observe<Name extends NameOf<'histogram'>>(name: Name, labels: LabelsOf<Name>, value: number): void
  /** A gauge, or a counter that somebody else keeps. */
  set<Name extends NameOf<'gauge' | 'counter'>>(name: Name, labels: LabelsOf<Name>, value: number): void
}
