export type { Issue } from './errors/issues.ts'
export { RenderError, type RenderErrorCode } from './errors/render-error.ts'
export { FontError } from './font-files/font-error.ts'
export type { FontFile } from './fonts/face.ts'
export { type FontFacts, inspectFont } from './fonts/inspect-font.ts'
export { type OutputFormat, outputKinds, type PictureFormat, pictureKinds } from './formats/index.ts'
export type {
  AnimationJob,
  AnimationResult,
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
} from './jobs/job.ts'
export type { LayerReport } from './model/layer-kind.ts'
export { createRenderer } from './node/create-renderer.ts'
export type { AnimationFormat } from './pictures/animation-kinds.ts'
export { previewOf } from './pictures/preview-of.ts'
export { createSharedPictures, type SharedPictures } from './pictures/shared-pictures.ts'
export type { Modification } from './template/changes.ts'
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
} from './template/template.ts'
export type { Value, Values } from './values/value.ts'
