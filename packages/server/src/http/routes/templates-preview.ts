import { contract } from '@pictable/client'
import { AppError } from '#core/errors.ts'
import { contentTypeOf } from '#core/image/image-url.ts'
import { imageFailed } from '#core/image/render-image.ts'
import { readModifications } from '#core/template/read-modifications.ts'
import { refuseUnknownValues } from '#core/template/refuse-unknown-values.ts'
import { bind } from '#http/endpoint-call.ts'
import { templateVersion } from '#http/template-version.ts'

export const templatesPreview = bind(contract.templates.preview)(async ({ world, params, body }) => {
  const { version: number, values, modifications: given, format, ...output } = body
  const { version } = await templateVersion(world, params.id, number)
  refuseUnknownValues(version.design, values)
  const modifications = readModifications(version.design, given)
  const fonts = await world.data.fonts.all()
  const job = { version, values, modifications, output: { ...output, formats: [format] }, fonts }
  const rendered = await world.renderer.render(job).catch((error: unknown) => {
    throw imageFailed(error)
  })
  const [file] = rendered.files
  if (file === undefined) throw new AppError('internal', 'The renderer gave no file.')
  return { status: 200, body: file.bytes, contentType: contentTypeOf(file.format) }
})
