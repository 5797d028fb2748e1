import { z } from 'zod'
import { type Issue, issuesOf } from './issues.ts'
import { layerSchema, type TemplateLayer } from './kinds.ts'
import { type Bindable, bindableShape } from './properties/bindable.ts'
import { MAX_SIDE_PX } from './properties/common.ts'
import { pageShape } from './properties/page.ts'
import type { paintSchema } from './properties/paint.ts'

export type { TemplateLayer } from './kinds.ts'
export { outputRevision } from './output-revision.ts'
export { type Variable, variablesOf } from './variables.ts'

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
  schema: 1
  name: string
  width: number
  height: number
  background?: Bindable<z.input<typeof paintSchema>> | undefined
  fonts?: TemplateFont[] | undefined
  layers: TemplateLayer[]
}

/** A template as a person may write it. */
export interface TemplateInput extends Omit<Template, 'name' | 'fonts'> {
  name?: string | undefined
  fonts?:
    | (Pick<TemplateFont, 'family' | 'src'> & { [Key in 'weight' | 'style']?: TemplateFont[Key] | undefined })[]
    | undefined
}

const sidePx = z.int().min(1).max(MAX_SIDE_PX)

const fontSchema = z.strictObject({
  family: z.string().min(1).max(200),
  src: z.string().min(1).max(20_000_000),
  weight: z.int().min(1).max(1000).default(400),
  style: z.enum(['normal', 'italic']).default('normal'),
})

export const templateSchema: z.ZodType<Template, TemplateInput> = z
  .strictObject({
    schema: z.literal(1),
    name: z.string().max(500).default(''),
    width: sidePx,
    height: sidePx,
    ...bindableShape(pageShape),
    fonts: z.array(fontSchema).max(50).optional(),
    layers: z.array(layerSchema).max(500),
  })
  .superRefine((template, context) => {
    for (const issue of contradictions(template)) {
      context.addIssue({ code: 'custom', path: issue.keys, message: issue.message })
    }
  })

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

interface Contradiction {
  keys: (string | number)[]
  message: string
}

function contradictions(template: Pick<Template, 'width' | 'height' | 'layers'>): Contradiction[] {
  const found: Contradiction[] = []
  if (template.width * template.height > MAX_PIXELS) {
    found.push({ keys: ['height'], message: `width times height must be at most ${MAX_PIXELS} pixels` })
  }
  const firstIndex = new Map<string, number>()
  template.layers.forEach((layer, index) => {
    const first = firstIndex.get(layer.name)
    if (first === undefined) firstIndex.set(layer.name, index)
    else
      found.push({
        keys: ['layers', index, 'name'],
        message: `"${layer.name}" is already the name of layers[${first}]`,
      })
  })
  return [...found, ...badAnchors(template.layers)]
}

function badAnchors(layers: Template['layers']): Contradiction[] {
  const byName = new Map(layers.map((layer) => [layer.name, layer]))
  return layers.flatMap(({ name, anchor }, index) => {
    const keys = ['layers', index, 'anchor', 'layer']
    if (anchor && !byName.has(anchor.layer)) return [{ keys, message: `there is no layer named "${anchor.layer}"` }]
    const circle = circleFrom(name, byName)
    return circle ? [{ keys, message: `goes in a circle: ${circle.join(' -> ')}` }] : []
  })
}

/** The names along the anchors from a layer back to itself; undefined when they lead elsewhere. */
function circleFrom(name: string, byName: ReadonlyMap<string, TemplateLayer>): string[] | undefined {
  const trail = [name]
  for (;;) {
    const next = byName.get(trail.at(-1) ?? '')?.anchor?.layer
    if (next === undefined) return undefined
    if (next === name) return [...trail, next]
    if (trail.includes(next)) return undefined
    trail.push(next)
  }
}
