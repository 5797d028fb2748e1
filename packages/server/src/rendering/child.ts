import {
  createRenderer,
  createSharedPictures,
  FontError,
  inspectFont,
  type Prepared,
  parseTemplate,
  previewOf,
  RenderError,
  TemplateError,
} from '@pictable/renderer'
import { layoutTables } from '@pictable/renderer/served-fonts'
import { makeFiles, PageError } from './make-files.ts'
import {
  type FromProcess,
  type OneRender,
  type ProcessFailure,
  type Rendered,
  type ToInspect,
  type ToLayoutTables,
  type ToPreview,
  type ToProcess,
  type ToRender,
  toProcessSchema,
} from './messages.ts'
import { tellUsualTimes } from './usual-times.ts'

/** A picture that the parent could not bring, in its words. */
class PictureError extends Error {
  readonly code: string
  constructor({ code, message }: { code: string; message: string }) {
    super(message)
    this.code = code
  }
}

interface Waiting {
  id: number
  /** What has come, not yet to be worked on. */
  answer: (() => void) | undefined
  resolve: (bytes: Uint8Array) => void
  reject: (error: Error) => void
}

const renderer = createRenderer()
/** Errors of a design are kept too: they are told for each of its records. */
const templates = new Map<string, Prepared | TemplateError>()
const running = new Map<number, AbortController>()
const loads = new Map<number, Waiting>()
let lastLoadId = 0

function tell(message: FromProcess): void {
  process.send?.(message)
}

function prepare(key: string, design: unknown): void {
  try {
    templates.set(key, renderer.prepare(parseTemplate(design), key))
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    templates.set(key, error)
  }
}

/** Pictures come from the parent: this process opens no file and no connection. */
function load(id: number, src: string, signal: AbortSignal): Promise<Uint8Array> {
  const loadId = ++lastLoadId
  return new Promise<Uint8Array>((resolve, reject) => {
    loads.set(loadId, { id, answer: undefined, resolve, reject })
    signal.addEventListener('abort', () => reject(new Error('cancelled')), { once: true })
    tell({ type: 'load', id, loadId, src })
  }).finally(() => loads.delete(loadId))
}

function failureOf(error: unknown): ProcessFailure {
  if (error instanceof PageError) {
    const failure = failureOf(error.cause)
    return { ...failure, message: `page ${error.page}: ${failure.message}` }
  }
  if (error instanceof RenderError) {
    const told = error.cause instanceof PictureError ? error.cause : error
    const { layer, ofPage } = error
    return { code: told.code, message: told.message, ...(layer === undefined ? {} : { layer }), ofPage }
  }
  if (error instanceof TemplateError) return { code: 'template_invalid', message: `The template: ${error.message}` }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { code: 'render_failed', message: 'The renderer failed on this record.', stack }
}

function preparedOf(key: string): Prepared | TemplateError {
  const template = templates.get(key)
  if (template === undefined) throw new Error(`template ${key} was never sent`)
  return template
}

const withUsualTimes = tellUsualTimes()

async function renderEach({ id, renders }: ToRender, signal: AbortSignal) {
  const all = renders.map((request): [OneRender, Prepared | TemplateError] => [request, preparedOf(request.key)])
  const results: (Rendered | { failure: ProcessFailure })[] = []
  const loaded = new Map<string, Promise<Uint8Array>>()
  const loadOnce = (src: string) => {
    const known = loaded.get(src) ?? load(id, src, signal)
    loaded.set(src, known)
    return known
  }
  const shared = renders.length > 1 && { pictures: createSharedPictures() }
  for (const [request, template] of all) {
    try {
      if (template instanceof TemplateError) throw template
      const making = { template, signal, load: loadOnce, ...shared }
      results.push(await withUsualTimes(() => makeFiles(renderer, request, making)))
    } catch (error) {
      results.push({ failure: failureOf(error) })
    }
  }
  return results
}

async function render(request: ToRender): Promise<void> {
  const { id } = request
  const controller = new AbortController()
  running.set(id, controller)
  try {
    tell({ type: 'rendered', id, results: await renderEach(request, controller.signal) })
  } catch (error) {
    tell({ type: 'failed', id, failure: failureOf(error) })
  } finally {
    running.delete(id)
  }
}

function inspect({ id, bytes, name }: ToInspect): void {
  try {
    const report = { ...inspectFont(bytes, name) }
    tell({ type: 'rendered', id, results: [{ files: [], report }] })
  } catch (error) {
    tell({ type: 'failed', id, failure: failureOf(error) })
  }
}

function unpack({ id, bytes }: ToLayoutTables): void {
  try {
    tell({ type: 'rendered', id, results: [{ files: [], report: { tables: layoutTables(bytes) } }] })
  } catch (error) {
    const failure =
      error instanceof FontError ? { code: 'font_invalid', message: `the font ${error.message}` } : failureOf(error)
    tell({ type: 'failed', id, failure })
  }
}

async function preview({ id, bytes }: ToPreview): Promise<void> {
  try {
    const made = await previewOf(bytes)
    tell({ type: 'rendered', id, results: [{ files: [], preview: made, report: {} }] })
  } catch (error) {
    tell({ type: 'failed', id, failure: failureOf(error) })
  }
}

function keep(message: Extract<ToProcess, { type: 'picture' | 'no-picture' }>): void {
  const load = loads.get(message.loadId)
  if (load === undefined) return
  load.answer = () =>
    message.type === 'picture' ? load.resolve(message.bytes) : load.reject(new PictureError(message.failure))
}

function resume(renderId: number): void {
  for (const { id, answer } of loads.values()) if (id === renderId) answer?.()
}

function receive(message: ToProcess): void {
  if (message.type === 'template') prepare(message.key, message.design)
  if (message.type === 'forget') templates.delete(message.key)
  if (message.type === 'render') void render(message)
  if (message.type === 'inspect-font') inspect(message)
  if (message.type === 'layout-tables') unpack(message)
  if (message.type === 'make-preview') void preview(message)
  if (message.type === 'picture' || message.type === 'no-picture') keep(message)
  if (message.type === 'resume') resume(message.id)
  if (message.type === 'cancel') running.get(message.id)?.abort()
}

/** The first image after a start pays for native code, threads and the default font: let it be this one. */
async function warmUp(): Promise<void> {
  const template = parseTemplate({
    schema: 1,
    width: 64,
    height: 64,
    layers: [{ type: 'text', name: 'Text', text: 'Aa', width: 64, height: 64 }],
  })
  await renderer.render({ template, formats: ['jpeg'] })
}

// A signal to the whole group is for the parent, which lets what is under way end: this process ends with it.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {})
process.on('disconnect', () => process.exit(0))
process.on('message', (message) => receive(toProcessSchema.parse(message)))
await warmUp()
tell({ type: 'ready' })
