import { z } from 'zod/mini'
import { problemOfLinks } from '#renderer/drawing/markup.ts'
import { type Issue, issuesOf, pathOf } from '#renderer/errors/issues.ts'
import { type Bindable, bindableShape } from '#renderer/properties/bindable.ts'
import { MAX_SIDE_PX } from '#renderer/properties/common.ts'
import { pageShape } from '#renderer/properties/page.ts'
import type { paintSchema } from '#renderer/properties/paint.ts'
import { describe } from '#renderer/values/describe.ts'
import { type EditorSettings, editorSettingsSchema } from './editor-settings.ts'
import { jsonSchemaOf } from './json-schema.ts'
import { layerSchema, MAX_LAYERS, type TemplateLayer } from './kinds.ts'
import { childrenOf, everyLayer, type LayerAt } from './layer-tree.ts'
import { problemOfShape } from './nesting.ts'
import { type KnownLayers, parseLayers } from './parse-layers.ts'
import { createReferences } from './references.ts'

export { escapeBraces, hasBraces } from '#renderer/expressions/braces.ts'
export { adoptText, loadExpressions } from '#renderer/expressions/expressions.ts'
export { informationCodesOf, type WarningCode, warningCodes, warningCodesOf } from '#renderer/model/warning.ts'
export { luminanceOf, type Rgba, readColor, toLight } from '#renderer/properties/color.ts'
export { isDataUrl } from '#renderer/properties/written-text.ts'
export { TABLE_LIMITS } from '#renderer/tables/cells.ts'
export { isEmpty } from '#renderer/values/value.ts'
export type { EditorSettings } from './editor-settings.ts'
export { escapeDesign, type TextSyntax } from './escape-design.ts'
export type { TemplateLayer } from './kinds.ts'
export { everyLayer, type LayerAt } from './layer-tree.ts'
export { localeOf } from './locale-of.ts'
export { outputRevision } from './output-revision.ts'
export { pictureAddresses } from './picture-addresses.ts'
export { changeProblem, mayChange } from './suit-change.ts'
export { constantProblem, unfitConstants, unfitConstantsInSteps } from './unfit-constants.ts'
export { changeableProperties, singleUsesOf, type Variable, variablesOf, variablesOfLayer } from './variables.ts'

/** The most pixels of a picture, after scaling. */
export const MAX_PIXELS = 100_000_000

/** A font file beside the bundled ones, given to the loader of the caller. */
export interface TemplateFont {
  family: string
  src: string
  weight: number
  style: 'normal' | 'italic'
}

/** A design: sizes in pixels, layers from back to front. */
export interface Template {
  /** The JSON Schema that an editor completes by; of no meaning to the picture. */
  $schema?: string | undefined
  schema: 1
  name: string
  width: number
  height: number
  background?: Bindable<z.input<typeof paintSchema>> | undefined
  /** Of numbers and dates in expressions. Default: en */
  locale?: Bindable<string> | undefined
  fonts?: TemplateFont[] | undefined
  /** Guides, grid and locks of the visual editor; of no meaning to the picture. */
  editor?: EditorSettings | undefined
  layers: TemplateLayer[]
}

/** A template as a person may write it. */
export interface TemplateInput extends Omit<Template, 'name' | 'fonts'> {
  name?: string | undefined
  fonts?:
    | (Pick<TemplateFont, 'family' | 'src'> & { [Key in 'weight' | 'style']?: TemplateFont[Key] | undefined })[]
    | undefined
}

const sidePx = z.int().check(z.minimum(1), z.maximum(MAX_SIDE_PX))

const fontSchema = z.strictObject({
  family: z.string().check(z.minLength(1), z.maxLength(200)).apply(describe, 'Name by which layers use the font'),
  src: z.string().check(z.minLength(1), z.maxLength(20_000_000)).apply(describe, 'Source of the file, as for pictures'),
  weight: z
    ._default(z.int().check(z.minimum(1), z.maximum(1000)), 400)
    .apply(describe, 'Font weight, 100 (thin) to 900 (black)'),
  style: z._default(z.enum(['normal', 'italic']), 'normal').apply(describe, 'Upright or italic'),
})

/** Groups within groups. */
const MAX_DEPTH = 10
const TOO_DEEP = `groups can be nested at most ${MAX_DEPTH} deep`

/** Each property for itself. */
export const designSchema = z.strictObject({
  $schema: z
    .optional(z.string().check(z.maxLength(2000)))
    .apply(describe, 'URL of `/v1/template-schema.json`, for completion and checks in editors'),
  schema: z.literal(1).apply(describe, 'Version of this format'),
  name: z._default(z.string().check(z.maxLength(500)), '').apply(describe, 'Name of the design'),
  width: sidePx.apply(describe, 'Width of the page in pixels'),
  height: sidePx.apply(describe, 'Height of the page in pixels'),
  ...bindableShape(pageShape),
  fonts: z
    .optional(z.array(fontSchema).check(z.maxLength(50)))
    .apply(describe, 'Fonts in addition to the bundled ones'),
  editor: z
    .optional(editorSettingsSchema)
    .apply(describe, 'Guides, grid and locks of the template editor. Renderers ignore them'),
  layers: z.array(layerSchema).check(z.maxLength(MAX_LAYERS)).apply(describe, 'Layers, from back to front'),
})

export const templateSchema: z.ZodMiniType<Template, TemplateInput> = shallow(
  designSchema.check(
    z.superRefine((template, context) => {
      for (const issue of contradictions(template)) {
        context.addIssue({ code: 'custom', path: issue.keys, message: issue.message })
      }
    }),
  ),
)

/** Looks at the shape of the JSON before anything goes into it. */
function shallow(schema: z.ZodMiniType<Template, TemplateInput>): z.ZodMiniType<Template, TemplateInput>
function shallow(schema: z.ZodMiniType): z.ZodMiniType {
  const checked = z.transform((json, { issues }) => {
    const problem = problemOfShape(json)
    if (problem) issues.push({ code: 'custom', ...problem, input: json })
    return json
  })
  return z.pipe(checked, schema)
}

/** The template is not one; `issues` say where and why. */
export class TemplateError extends Error {
  readonly issues: readonly Issue[]
  constructor(issues: readonly Issue[]) {
    super(issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; '))
    this.name = 'TemplateError'
    this.issues = issues
  }
}

/** Checks JSON and returns the template; throws a TemplateError that names every wrong property. */
export function parseTemplate(json: unknown): Template {
  const result = templateSchema.safeParse(json)
  if (!result.success) throw new TemplateError(issuesOf(result.error))
  return result.data
}

/** Does what `parseTemplate()` does in short steps, about one for each layer. Layers in `known` are not parsed again. */
export function* parseInSteps(json: unknown, known: KnownLayers = new WeakMap()): Generator<void, Template> {
  // The parser of whole templates says what is wrong, and where.
  return (yield* readTemplate(json, known)) ?? parseTemplate(json)
}

function* readTemplate(json: unknown, known: KnownLayers): Generator<void, Template | undefined> {
  if (typeof json !== 'object' || json === null || !('layers' in json)) return undefined
  if (!Array.isArray(json.layers) || json.layers.length > MAX_LAYERS || problemOfShape(json)) return undefined
  yield
  const page = templateSchema.safeParse({ ...json, layers: [] })
  const layers = page.success ? yield* parseLayers(json.layers, known) : undefined
  const template = page.data && layers && { ...page.data, layers }
  return template && contradictions(template).length === 0 ? template : undefined
}

/**
 * Checks a design whose layers are never changed in place, such as that of an editor: a layer in `valid` is not checked
 * again, and valid ones are added. Throws a TemplateError that names every wrong property.
 */
export function assertDesign(json: unknown, valid: WeakSet<object>): asserts json is TemplateInput {
  const issues: Issue[] = []
  if (!isDesign(json, { valid, issues })) throw new TemplateError(issues)
  const found = contradictions(json)
  if (found.length > 0) throw new TemplateError(found.map(({ keys, message }) => ({ path: pathOf(keys), message })))
}

interface Check {
  readonly valid: WeakSet<object>
  /** What is wrong is added here. */
  readonly issues: Issue[]
}

function isDesign(json: unknown, check: Check): json is TemplateInput {
  const isTree = typeof json === 'object' && json !== null && 'layers' in json && Array.isArray(json.layers)
  const head = designSchema.safeParse(isTree ? { ...json, layers: [] } : json)
  if (!head.success) check.issues.push(...issuesOf(head.error))
  if (isTree && Array.isArray(json.layers)) checkLayers(json.layers, ['layers'], check)
  return check.issues.length === 0
}

function checkLayers(layers: readonly unknown[], keys: readonly (string | number)[], check: Check): void {
  for (const [index, layer] of layers.entries()) checkLayer(layer, [...keys, index], check)
}

/** Checks the properties of a layer unless it is known, then the layers inside it. */
function checkLayer(layer: unknown, keys: readonly (string | number)[], check: Check): void {
  if (typeof layer !== 'object' || layer === null) {
    check.issues.push(...ownIssues(layer, keys))
    return
  }
  const children = 'children' in layer && Array.isArray(layer.children) ? layer.children : undefined
  if (!check.valid.has(layer)) {
    const issues = ownIssues(children ? { ...layer, children: [] } : layer, keys)
    check.issues.push(...issues)
    if (issues.length === 0) check.valid.add(layer)
  }
  if (!children) return
  if (keys.length / 2 > MAX_DEPTH) check.issues.push({ path: pathOf(keys), message: TOO_DEEP })
  else checkLayers(children, [...keys, 'children'], check)
}

function ownIssues(layer: unknown, keys: readonly (string | number)[]): Issue[] {
  const problem = problemOfShape(layer)
  if (problem) return [{ path: pathOf([...keys, ...problem.path]), message: problem.message }]
  const parsed = layerSchema.safeParse(layer)
  return parsed.success ? [] : issuesOf(parsed.error, keys)
}

/**
 * Templates as JSON Schema, for editors: completes and checks all that can be said about one property. What connects
 * several (names, anchors, sizes) only `parseTemplate()` knows.
 */
export function templateJsonSchema(): Record<string, unknown> {
  return { ...jsonSchemaOf(templateSchema), title: 'Pictable template' }
}

interface Contradiction {
  keys: (string | number)[]
  message: string
}

/** What is wrong with a template whose layers are right by themselves. */
export function contradictions(template: Pick<Template, 'width' | 'height' | 'layers'>): Contradiction[] {
  const found: Contradiction[] = []
  if (template.width * template.height > MAX_PIXELS) {
    found.push({ keys: ['height'], message: `width times height must be at most ${MAX_PIXELS} pixels` })
  }
  const layers = everyLayer(template)
  if (layers.length > MAX_LAYERS) {
    const message = `has ${layers.length} layers, including those in groups; at most ${MAX_LAYERS} are allowed`
    found.push({ keys: ['layers'], message })
  }
  return [
    ...found,
    ...doubleNames(layers),
    ...deepGroups(layers),
    ...badReferences(layers, template.layers),
    ...badLinks(layers),
  ]
}

function doubleNames(layers: readonly LayerAt[]): Contradiction[] {
  const first = new Map<string, LayerAt>()
  return layers.flatMap((at) => {
    const { name } = at.layer
    const other = first.get(name)
    if (!other) first.set(name, at)
    return other
      ? [{ keys: [...at.keys, 'name'], message: `"${name}" is already the name of ${pathOf(other.keys)}` }]
      : []
  })
}

function deepGroups(layers: readonly LayerAt[]): Contradiction[] {
  return layers
    .filter(({ layer, keys }) => layer.type === 'group' && keys.length / 2 === MAX_DEPTH + 1)
    .map(({ keys }) => ({ keys: [...keys], message: TOO_DEEP }))
}

/** Texts whose marks are read. */
function badLinks(layers: readonly LayerAt[]): Contradiction[] {
  return layers.flatMap(({ layer, keys }) => {
    if ((layer.type !== 'text' && layer.type !== 'path-text') || layer.markup === false) return []
    const message = typeof layer.text === 'string' ? problemOfLinks(layer.text) : undefined
    return message === undefined ? [] : [{ keys: [...keys, 'text'], message }]
  })
}

/** What is wrong with the names by which layers place and cut each other: they are those of the same list. */
function badReferences(all: readonly LayerAt[], top: readonly TemplateLayer[]): Contradiction[] {
  const lists = [top, ...all.map(({ layer }) => childrenOf(layer))]
  const siblings = new Map(
    lists.flatMap((list) => {
      const references = createReferences(list)
      return list.map((layer) => [layer, references] as const)
    }),
  )
  const known = new Set(all.map(({ layer }) => layer.name))
  return all.flatMap(({ layer, keys }) => {
    const references = siblings.get(layer)
    return (['anchor', 'mask'] as const).flatMap((property) => {
      const target = layer[property]?.layer
      if (target === undefined) return []
      const place = [...keys, property, 'layer']
      if (!references?.has(target)) {
        const cure = known.has(target) ? '; it is in another group' : ''
        return [{ keys: place, message: `there is no layer named "${target}"${cure && ` here${cure}`}` }]
      }
      const circle = references.circle(layer.name, target)
      return circle ? [{ keys: place, message: `is circular: ${circle.join(' -> ')}` }] : []
    })
  })
}
