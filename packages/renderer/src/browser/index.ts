export { scanLimits, scanProblems } from '#renderer/codes/scan-limits.ts'
export type { MissingLetters } from '#renderer/drawing/missing-letters.ts'
export type { TextCures } from '#renderer/drawing/text-cures.ts'
export { RenderError, type RenderErrorCode } from '#renderer/errors/render-error.ts'
export type { ServedFace } from '#renderer/fonts/served-face.ts'
export type { Load, Prepared, RenderReport } from '#renderer/jobs/job.ts'
export type { LayerReport } from '#renderer/model/layer-kind.ts'
export type { LaidOutLayer } from '#renderer/render/laid-out-layers.ts'
export type { Choice, LayerPath } from '#renderer/steps/pick.ts'
export { codeWarnings, isShrunkMuch, textWarnings } from '#renderer/steps/problems.ts'
export type { Modification } from '#renderer/template/changes.ts'
export {
  parseTemplate,
  type Template,
  TemplateError,
  type TemplateInput,
  type TemplateLayer,
  variablesOf,
} from '#renderer/template/template.ts'
export type { CaretStop, TextGeometry, TextLineGeometry } from '#renderer/text/text-geometry.ts'
export type { Value, Values } from '#renderer/values/value.ts'
export {
  type BrowserRenderer,
  type BrowserRendererOptions,
  createBrowserRenderer,
  type DrawJob,
} from './create-browser-renderer.ts'
export { type DrawOptions, draw, type View } from './draw.ts'
export { type HitOptions, hitTest, type Point } from './hit-test.ts'
export type { LaidOut } from './laid-out.ts'
export { loadPictureDecoder } from './on-page.ts'
export { cutTexts, missingAreas, missingLetters, textCures, textLayout, withoutCuts } from './text-layout.ts'
