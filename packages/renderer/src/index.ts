export type { Issue } from '#renderer/errors/issues.ts'
export { RenderError, type RenderErrorCode } from '#renderer/errors/render-error.ts'
export type {
  AnimationJob,
  AnimationResult,
  FontFile,
  Load,
  PageResult,
  PdfJob,
  PdfResult,
  Prepared,
  RenderedFile,
  Renderer,
  RendererOptions,
  RenderJob,
  RenderReport,
  RenderResult,
  RowJob,
  Thumbnail,
} from '#renderer/jobs/job.ts'
export type { LayerReport } from '#renderer/model/layer-kind.ts'
export { createRenderer } from '#renderer/node/create-renderer.ts'
export type { Modification } from '#renderer/template/fill.ts'
export {
  parseTemplate,
  type Template,
  TemplateError,
  type TemplateFont,
  type TemplateInput,
  type TemplateLayer,
  templateSchema,
  type Variable,
  variablesOf,
} from '#renderer/template/template.ts'
export { bundledFamilies } from './fonts/bundled.ts'
export { type FontFacts, inspectFont } from './fonts/inspect-font.ts'
export { type OutputFormat, outputKinds, type PictureFormat, pictureKinds } from './formats/index.ts'
export type { AnimationFormat } from './pictures/animation-kinds.ts'
export { previewOf } from './pictures/preview-of.ts'
export type { Value, Values } from './values/value.ts'
