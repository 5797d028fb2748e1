export type { Modification } from '#renderer/fill.ts'
export type { Load, Prepared, RenderReport } from '#renderer/job.ts'
export type { LayerReport } from '#renderer/layer-kind.ts'
export { RenderError, type RenderErrorCode } from '#renderer/render-error.ts'
export {
  parseTemplate,
  type Template,
  TemplateError,
  type TemplateInput,
  type TemplateLayer,
  variablesOf,
} from '#renderer/template.ts'
export type { Value, Values } from '#renderer/values/value.ts'
export {
  type BrowserRenderer,
  type BrowserRendererOptions,
  createBrowserRenderer,
  type DrawJob,
  type LaidOut,
  type LaidOutLayer,
} from './create-browser-renderer.ts'
export type { ServedFace } from './served-face.ts'
