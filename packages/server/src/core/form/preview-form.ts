import { formTextFor } from '@pictable/model/form-texts/texts'
import { AppError } from '#core/errors.ts'
import type { Form } from '#core/ports/data/forms.ts'
import type { RenderedFile, RenderJob } from '#core/ports/renderer.ts'
import type { World } from '#core/ports/world.ts'
import { RecordError } from '#core/run/record-error.ts'
import { renderFile } from '#core/template/draw-design.ts'
import { uploadKey } from './form.ts'
import { type Answers, openForm, readForm, refuseTypedPictures, uploadSrc, valuesOf } from './open-form.ts'

/** Of the longer side of a preview. */
const MAX_SIDE_PX = 800
const MIN_SCALE = 0.1

/** The error of a renderer without what it says of layers and of the server. */
function failed({ language }: Form, error: unknown): unknown {
  if (!(error instanceof AppError) || !['image_failed', 'render_timeout'].includes(error.code)) return error
  return new AppError(error.code, formTextFor(language)('preview_failed'), { cause: error })
}

/** Uploads are no assets yet. */
const loadUploads = ({ storage }: Pick<World, 'storage'>, ids: ReadonlySet<string>): NonNullable<RenderJob['load']> => {
  return async (src, signal, next) => {
    const id = src.startsWith('asset:') ? src.slice('asset:'.length) : ''
    if (!ids.has(id)) return next(src, signal)
    const bytes = await storage.get(uploadKey({ id }))
    if (bytes === null) throw new RecordError('image_missing', 'the picture is no longer stored')
    return bytes
  }
}

/**
 * A small image of what was answered so far; texts without an answer show their label. Stores nothing.
 * @throws AppError `image_failed` or `render_timeout`
 */
export async function previewForm(
  world: Pick<World, 'data' | 'digest' | 'renderer' | 'storage'>,
  form: Form,
  { given, signal }: { given: Answers; signal: AbortSignal },
): Promise<RenderedFile> {
  const open = await openForm(world, form)
  const { answers } = await readForm(world, form, given)
  const shown = answers.map((answer) => {
    const isText = ['text', 'long_text', 'choice'].includes(answer.question.kind)
    return answer.value === null && isText ? { ...answer, value: answer.question.label } : answer
  })
  const values = valuesOf(open, shown, uploadSrc)
  refuseTypedPictures(open, answers, values)
  const { version } = open
  const { width, height } = version.design
  const scale = Math.max(MIN_SCALE, Math.min(1, MAX_SIDE_PX / Math.max(width, height)))
  const uploads = new Set(answers.flatMap(({ upload }) => upload?.id ?? []))
  const job = {
    version,
    values,
    modifications: [],
    output: { formats: ['webp' as const], quality: 82, effort: 'fast' as const, scale },
    load: loadUploads(world, uploads),
  }
  return renderFile(world, job, signal).catch((error) => {
    throw failed(form, error)
  })
}
