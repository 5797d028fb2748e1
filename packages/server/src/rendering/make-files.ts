import type { Load, Prepared, Renderer, SharedPictures } from '@pictable/renderer'
import type { OneRender, Rendered } from './messages.ts'
import { readModification } from './modification.ts'

interface Making {
  template: Prepared
  load: Load
  signal: AbortSignal
  /** Of the record, when it has several pictures. */
  pictures?: SharedPictures
}

type Row = Pick<OneRender, 'values' | 'modifications'>

const filled = ({ values, modifications }: Row) => ({ values, modifications: modifications.map(readModification) })

/** Why a page cannot be made: its cause, and where. */
export class PageError extends Error {
  readonly page: number

  constructor(index: number, cause: unknown) {
    super('a page failed', { cause })
    this.page = index + 1
  }
}

/** Makes what was asked for: a picture of one record, or one file of several. @throws RenderError, TemplateError, PageError */
export async function makeFiles(renderer: Renderer, request: OneRender, making: Making): Promise<Rendered> {
  const { sequence, formats, quality, effort, scale, reportScale, encoding, thumbnail, region, preview } = request
  const look = {
    ...making,
    preview,
    ...(scale !== undefined && { scale }),
    ...(reportScale !== undefined && { reportScale }),
    ...(quality !== undefined && { quality }),
    ...(effort !== undefined && { effort }),
    ...(encoding !== undefined && { encoding }),
    ...(thumbnail !== undefined && { thumbnail }),
  }
  if (sequence === undefined) {
    const { report, ...made } = await renderer.render({
      ...look,
      ...filled(request),
      formats,
      ...(region && { region }),
    })
    return { ...made, report: { ...report } }
  }
  // Before the small picture of its first row: an error names the page.
  const made =
    sequence.kind === 'pages' ? await makePages(renderer, sequence, look) : await makeMoving(renderer, sequence, look)
  const [first] = sequence.rows
  if ((thumbnail === undefined && !preview) || first === undefined) return made
  const small = await renderer.render({ ...look, ...filled(first), formats: [] })
  return { ...made, thumbnail: small.thumbnail, preview: small.preview }
}

type Look = Making & Omit<Parameters<Renderer['render']>[0], 'template'>
type Kind = NonNullable<OneRender['sequence']>['kind']
type SequenceOf<Name extends Kind> = Extract<NonNullable<OneRender['sequence']>, { kind: Name }>

async function makePages(renderer: Renderer, { rows }: SequenceOf<'pages'>, look: Look): Promise<Rendered> {
  const { encoding, thumbnail: _, preview: _preview, ...shared } = look
  const { bytes, pages } = await renderer.renderPdf({
    ...shared,
    rows: rows.map(filled),
    ...(encoding?.pdf && { settings: encoding.pdf }),
    onFailure(index, error) {
      throw new PageError(index, error)
    },
  })
  const [{ widthPx, heightPx } = { widthPx: 0, heightPx: 0 }] = pages
  const report = { pages: pages.map((page) => page.report) }
  return { files: [{ format: 'pdf', bytes, widthPx, heightPx }], report }
}

async function makeMoving(renderer: Renderer, sequence: SequenceOf<'frames'>, look: Look): Promise<Rendered> {
  const { rows, formats, delaysMs, loop } = sequence
  const { encoding = {}, quality, thumbnail: _, preview: _preview, ...shared } = look
  const made: Rendered = { files: [], report: {} }
  for (const format of formats) {
    const settings = format === 'webp' ? { ...(quality !== undefined && { quality }), ...encoding.webp } : {}
    const moving = { ...shared, frames: rows.map(filled), format, delaysMs, loop, settings }
    const { bytes, widthPx, heightPx, frames } = await renderer.renderAnimation(moving)
    made.files.push({ format, bytes, widthPx, heightPx })
    made.report = { frames }
  }
  return made
}
