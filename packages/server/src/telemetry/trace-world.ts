import type { JobHandlers } from '#core/ports/queue.ts'
import type { Renderer, RenderJob } from '#core/ports/renderer.ts'
import type { Source } from '#core/ports/source.ts'
import type { SourceKind, Sources } from '#core/ports/sources.ts'
import type { Storage } from '#core/ports/storage.ts'
import { inSpan, type SpanAttributes, type Trace } from '#core/ports/trace.ts'
import type { SendWebhook } from '#core/ports/webhooks.ts'

function idsOf(ids: RenderJob['ids']): SpanAttributes {
  if (ids === undefined) return {}
  if ('runId' in ids) return { 'pictable.run_id': ids.runId, 'pictable.record_id': ids.recordId }
  return { 'pictable.batch_id': ids.batchId, 'pictable.index': ids.n }
}

/** Of the first, whose record the others show too. */
function attributesOf(jobs: readonly RenderJob[]): SpanAttributes {
  const [job] = jobs
  return {
    'pictable.template_id': job?.version.templateId ?? undefined,
    'pictable.template_version': job?.version.version ?? undefined,
    ...idsOf(job?.ids),
    'pictable.formats': job?.output.formats.join(),
    ...(jobs.length > 1 && { 'pictable.outputs': jobs.length }),
  }
}

function traceRenderer(trace: Trace, renderer: Renderer): Renderer {
  return {
    outputRevision: renderer.outputRevision,
    families: renderer.families,
    pageFonts: renderer.pageFonts,
    concurrency: renderer.concurrency,
    processes: renderer.processes,
    inspectFont: (bytes, name) => renderer.inspectFont(bytes, name),
    layoutTables: (bytes) => renderer.layoutTables(bytes),
    load: (src, signal) => renderer.load(src, signal),
    makePreview: (bytes, signal) => renderer.makePreview(bytes, signal),
    check: () => renderer.check(),
    render: (job, signal) =>
      inSpan(trace, { name: 'render', attributes: attributesOf([job]) }, () => renderer.render(job, signal)),
    renderAll: (jobs, signal) =>
      inSpan(trace, { name: 'render', attributes: attributesOf(jobs) }, () => renderer.renderAll(jobs, signal)),
  }
}

/** Keys name content, not people. */
function traceStorage(trace: Trace, storage: Storage): Storage {
  const told = <Result>(verb: string, attributes: SpanAttributes, work: () => Promise<Result>) =>
    inSpan(trace, { name: `storage ${verb}`, kind: 'client', attributes }, work)
  return {
    put: (key, bytes, contentType) =>
      told('put', { 'pictable.key': key, 'pictable.bytes': bytes.length }, () => storage.put(key, bytes, contentType)),
    get: (key) => told('get', { 'pictable.key': key }, () => storage.get(key)),
    open: (key) => told('open', { 'pictable.key': key }, () => storage.open(key)),
    head: (key) => told('head', { 'pictable.key': key }, () => storage.head(key)),
    list: (folder) => storage.list(folder),
    delete: (key) => told('delete', { 'pictable.key': key }, () => storage.delete(key)),
    addressOf: (key, disposition) => storage.addressOf(key, disposition),
    check: () => storage.check(),
    close: () => storage.close(),
  }
}

/** One span for each page: what is done with it between two of them is not the source's time. */
async function* tracedPages<Page>(
  told: <Result>(work: () => Promise<Result>) => Promise<Result>,
  pages: AsyncIterable<Page>,
): AsyncIterable<Page> {
  const iterator = pages[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await told(() => iterator.next())
      if (next.done === true) return
      yield next.value
    }
  } finally {
    await iterator.return?.()
  }
}

function traceSource(trace: Trace, source: Source, ids: SpanAttributes): Source {
  const told = <Result>(verb: string, attributes: SpanAttributes, work: () => Promise<Result>) =>
    inSpan(trace, { name: `source ${verb}`, kind: 'client', attributes: { ...ids, ...attributes } }, work)
  const { count, upload } = source
  const of = ({ baseId, tableId }: { baseId: string; tableId: string }) => ({
    'pictable.base_id': baseId,
    'pictable.table_id': tableId,
  })
  return {
    ...source,
    check: () => told('check', {}, () => source.check()),
    listBases: () => told('listBases', {}, () => source.listBases()),
    listTables: (baseId) => told('listTables', { 'pictable.base_id': baseId }, () => source.listTables(baseId)),
    listViews: (table) => told('listViews', of(table), () => source.listViews(table)),
    listFields: (table) => told('listFields', of(table), () => source.listFields(table)),
    pages: (table, options) => tracedPages((work) => told('page', of(table), work), source.pages(table, options)),
    getRecords: (table, recordIds, options) =>
      told('getRecords', { ...of(table), 'pictable.records': recordIds.length }, () =>
        source.getRecords(table, recordIds, options),
      ),
    checkWrite: (table, cells) => told('checkWrite', of(table), () => source.checkWrite(table, cells)),
    writeBack: (table, patches) =>
      told('writeBack', { ...of(table), 'pictable.records': patches.length }, () => source.writeBack(table, patches)),
    ...(count && { count: (table, viewId) => told('count', of(table), () => count(table, viewId)) }),
    ...(upload && {
      upload: (table, file) =>
        told('upload', { ...of(table), 'pictable.record_id': file.recordId }, () => upload(table, file)),
    }),
  }
}

function traceSources(trace: Trace, sources: Sources): Sources {
  const traced = (kind: SourceKind): SourceKind => ({
    ...kind,
    open: (settings, connectionId, onHeld) =>
      traceSource(trace, kind.open(settings, connectionId, onHeld), {
        'pictable.source': kind.kind,
        'pictable.connection_id': connectionId,
      }),
  })
  return { ...sources, kinds: sources.kinds.map(traced), kind: (name) => traced(sources.kind(name)) }
}

/** The ports that wait for something outside of the process, each call in a span. */
export function tracePorts<Ports extends { renderer: Renderer; sources: Sources; storage: Storage }>(
  trace: Trace,
  ports: Ports,
): Ports {
  return {
    ...ports,
    renderer: traceRenderer(trace, ports.renderer),
    sources: traceSources(trace, ports.sources),
    storage: traceStorage(trace, ports.storage),
  }
}

/** Attempts at webhooks, each in a span; the receiver learns nothing of it. */
export function traceSendWebhook(trace: Trace, send: SendWebhook): SendWebhook {
  return async (request) => {
    const { headers } = request
    const span = trace.open({
      name: 'webhook attempt',
      kind: 'client',
      attributes: {
        'server.address': new URL(request.url).hostname,
        'pictable.message_id': headers['webhook-id'],
        'pictable.event': headers['X-Service-Event'],
        'pictable.attempt': headers['X-Service-Attempt'],
      },
    })
    try {
      const answer = await span.within(() => send(request))
      span.end({ attributes: { 'http.response.status_code': answer.status } })
      return answer
    } catch (error) {
      span.end({ error })
      throw error
    }
  }
}

/** Jobs, each a trace of its own. */
export function traceHandlers(trace: Trace, handlers: JobHandlers): JobHandlers {
  const job = (name: string, attributes: SpanAttributes, work: () => Promise<void>) =>
    inSpan(trace, { name: `job ${name}`, kind: 'consumer', attributes }, work)
  return {
    'plan-run': (data, signal) =>
      job('plan-run', { 'pictable.run_id': data.runId }, () => handlers['plan-run'](data, signal)),
    'process-chunk': (data, signal) => {
      const { runId, fromN, toN } = data
      const attributes = { 'pictable.run_id': runId, 'pictable.from_n': fromN, 'pictable.to_n': toN }
      return job('process-chunk', attributes, () => handlers['process-chunk'](data, signal))
    },
    'render-batch': (data, signal) => {
      const { batchId, fromN, toN } = data
      const attributes = { 'pictable.batch_id': batchId, 'pictable.from_n': fromN, 'pictable.to_n': toN }
      return job('render-batch', attributes, () => handlers['render-batch'](data, signal))
    },
    'import-file': (data, signal) =>
      job('import-file', { 'pictable.import_id': data.importId }, () => handlers['import-file'](data, signal)),
    'tend-trigger': (data, signal) =>
      job('tend-trigger', { 'pictable.trigger_id': data.triggerId }, () => handlers['tend-trigger'](data, signal)),
    'find-deleted': (data, signal) =>
      job('find-deleted', { 'pictable.action_id': data.actionId }, () => handlers['find-deleted'](data, signal)),
  }
}
