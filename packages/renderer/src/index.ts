export { createRenderer } from './create-renderer.ts'
export type { Modification } from './fill.ts'
export { bundledFamilies } from './fonts/bundled.ts'
export { type FontFacts, inspectFont } from './fonts/inspect-font.ts'
export { type OutputFormat, outputKinds, type PictureFormat, pictureKinds } from './formats/index.ts'
export type { Issue } from './issues.ts'
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
} from './job.ts'
export type { LayerReport } from './layer-kind.ts'
export type { AnimationFormat } from './pictures/animation-kinds.ts'
export { previewOf } from './pictures/preview-of.ts'
export { RenderError, type RenderErrorCode } from './render-error.ts'
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
} from './template.ts'
export type { Value, Values } from './values/value.ts'
