import { templateSchema } from '@pictable/renderer'
import { z } from 'zod'
import { expressionBindingSchema } from '../../packages/renderer/src/expressions/expression-binding.ts'
import { filters } from '../../packages/renderer/src/expressions/filters.ts'
import {
  anchorSchema,
  commonSchema,
  maskSchema,
  onInvalidSchema,
} from '../../packages/renderer/src/properties/common.ts'
import { filtersSchema } from '../../packages/renderer/src/properties/filters.ts'
import { gradientSchema, pointSchema } from '../../packages/renderer/src/properties/gradient.ts'
import { numbersSchema, wordsSchema } from '../../packages/renderer/src/properties/list.ts'
import { paintSchema, picturePaintSchema } from '../../packages/renderer/src/properties/paint.ts'
import { radiusSchema } from '../../packages/renderer/src/properties/radius.ts'
import { strokeSchema } from '../../packages/renderer/src/properties/stroke.ts'
import { editorSettingsSchema } from '../../packages/renderer/src/template/editor-settings.ts'
import { layerKinds } from '../../packages/renderer/src/template/kinds.ts'
import { bindingSchema } from '../../packages/renderer/src/values/binding.ts'
import { conditionSchema } from '../../packages/renderer/src/values/condition.ts'
import { formatSchema } from '../../packages/renderer/src/values/format.ts'
import { code, page, table } from './markdown.ts'
import { type Json, type LinkOf, propertiesOf, wordsOf } from './schema-words.ts'

function jsonOf(schema: z.core.$ZodType): Json {
  const { $schema: _, $defs = {}, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  // A schema with a name of its own refers to itself.
  return $defs[json.$ref?.replace('#/$defs/', '') ?? ''] ?? json
}

/** Equal for schemas that take the same, whatever their default. */
function keyOf({ $schema: _, default: _default, description: _description, ...json }: Json): string {
  return JSON.stringify(json)
}

const named = new Map([
  [keyOf(jsonOf(paintSchema)), '[paint](#paint)'],
  [keyOf(jsonOf(gradientSchema)), '[gradient](#gradient)'],
  [keyOf(jsonOf(pointSchema)), '[point](#point)'],
  [keyOf(jsonOf(radiusSchema)), '[radius](#radius)'],
  [keyOf(jsonOf(strokeSchema)), '[stroke](#stroke)'],
  [keyOf(jsonOf(anchorSchema)), '[anchor](#anchor)'],
  [keyOf(jsonOf(maskSchema)), '[mask](#mask)'],
  [keyOf(jsonOf(filtersSchema)), '[filters](#filters)'],
  [keyOf(jsonOf(numbersSchema)), '[numbers](#lists)'],
  [keyOf(jsonOf(wordsSchema)), '[words](#lists)'],
  [keyOf(jsonOf(formatSchema)), '[format](#formats)'],
  [keyOf(jsonOf(editorSettingsSchema)), '[editor](#editor)'],
])

const linkOf: LinkOf = (json) => {
  if (json.$ref === '#') return '[condition](#conditions)'
  if (json.type === 'string' && json.kind === 'color') return '[colour](#colour)'
  if (json.type === 'string' && json.kind === 'text') return `[text](#expressions), up to ${json.maxLength} characters`
  if (json.type === 'string' && json.kind === 'image') return '[picture](#picture)'
  return named.get(keyOf(json))
}

function propertyTable(json: Json): string {
  const rows = propertiesOf(json, linkOf).map((property) => [
    code(property.name),
    property.type,
    property.required ? 'required' : property.default,
    property.description,
  ])
  return table(['Property', 'Type', 'Default', 'Meaning'], rows)
}

function formsOf(json: Json): Json[] {
  return [json.oneOf ?? json.anyOf ?? []].flat().filter((form) => typeof form === 'object')
}

/** One table for each form of a union that is told apart by `type`. */
function forms(schema: z.core.$ZodType): string[] {
  return formsOf(jsonOf(schema)).flatMap((form) => {
    const type = form.properties?.type
    const name = typeof type === 'object' ? String(type.const) : ''
    const { type: _, ...properties } = form.properties ?? {}
    return [`\`"type": "${name}"\``, propertyTable({ ...form, properties })]
  })
}

function without(json: Json, names: readonly string[]): Json {
  const properties = Object.entries(json.properties ?? {}).filter(([name]) => !names.includes(name))
  return { ...json, properties: Object.fromEntries(properties) }
}

const headRows = [
  ['`type`', layerKinds.map(({ type }) => `[\`"${type}"\`](#${type})`).join(' or '), 'required', ''],
  [
    '`name`',
    'text, 1 to 200 characters',
    'required',
    'Unique name, by which values, modifications and anchors refer to the layer',
  ],
  ['`id`', 'text, 1 to 200 characters', '', 'Stored unchanged'],
  ['`anchor`', '[anchor](#anchor)', '', 'Places the layer next to another one'],
  ['`mask`', '[mask](#mask)', '', 'Shows the layer only where another one is'],
  [
    '`onInvalid`',
    '`"fail"`, `"fallback"` or `"hide"`',
    '`"fail"`',
    z.globalRegistry.get(onInvalidSchema)?.description ?? '',
  ],
]

const groupWords = `\`children\` is a list of [layers](#every-layer) from back to front, including groups (at most 10 levels deep). Their positions are
relative to the group. Names are unique in the whole template; an anchor or mask refers to a layer of the same list.`

function layerSections(): string[] {
  const common = jsonOf(commonSchema)
  const commonNames = Object.keys(common.properties ?? {})
  const rows = propertiesOf(common, linkOf).map(({ name, type, required, default: usual, description }) => [
    code(name),
    name === 'visible' ? `${type} or \`{ when: … }\` with a [condition](#conditions)` : type,
    required ? 'required' : usual,
    description,
  ])
  return [
    '## Every layer',
    table(['Property', 'Type', 'Default', 'Meaning'], [...headRows, ...rows]),
    ...layerKinds.flatMap(({ type, plain, holdsLayers }) => [
      `## ${type}`,
      ...(holdsLayers ? [groupWords] : []),
      propertyTable(without(jsonOf(plain), commonNames)),
    ]),
  ]
}

function pageSection(): string {
  const json = without(jsonOf(templateSchema), ['layers', 'background', 'locale'])
  const extra = [
    ['`background`', '[paint](#paint)', '`"#ffffff"`', 'Behind all layers'],
    ['`locale`', 'text', '`"en"`', 'Locale of the numbers and dates in expressions, such as `de` or `en-GB`'],
    ['`layers`', 'list (up to 500) of [layers](#every-layer)', 'required', 'Layers, from back to front'],
  ]
  const rows = propertiesOf(json, linkOf).map((property) => [
    code(property.name),
    property.type,
    property.required ? 'required' : property.default,
    property.description,
  ])
  return table(['Property', 'Type', 'Default', 'Meaning'], [...rows, ...extra])
}

/** What a schema with a place of its own takes. */
function wordsInside(schema: z.core.$ZodType): string {
  const whole = jsonOf(schema)
  const words = wordsOf(whole, (json) => (keyOf(json) === keyOf(whole) ? undefined : linkOf(json)))
  return `${words[0]?.toUpperCase()}${words.slice(1)}.`
}

const expressionWords = `In a text, \`{{Price | currency:EUR}}\` is replaced by the result of the expression between the braces; \`\\{{\` is shown as \`{{\`. An
object with \`expression\` sets any property to the result. Values and modifications are never parsed as expressions, and an expression never runs code.

| expression | result |
|---|---|
| \`Price\`, \`Due date\`, \`[Price (net)]\` | the value with this name. Write a name in brackets if it contains anything but letters, digits, \`_\`, \`.\` and single spaces; \`\\]\` is a bracket in it |
| \`12.5\`, \`"text"\`, \`'text'\`, \`true\`, \`false\`, \`null\` | a number, a text, true, false, an empty value |
| \`A \\|\\| B\` | B if A is empty or \`false\`, otherwise A |
| \`A && B\` | B if A counts as true, otherwise \`false\`. Empty values, 0, \`no\` and \`false\` do not count as true |
| \`!A\` | \`false\` if A counts as true, otherwise \`true\` |
| \`A == B\`, \`!=\`, \`<\`, \`<=\`, \`>\`, \`>=\` | compares numbers, dates or texts. An empty value is neither less nor greater |
| \`A ? B : C\` | B if A counts as true, otherwise C |
| \`A + B\` | the sum of two numbers, otherwise the joined texts. A text in quotes, the result of a filter and a joined text are always joined. A number plus an empty value is empty |
| \`A - B\`, \`*\`, \`/\`, \`%\` | arithmetic. The result is empty if a value is empty, and for a division by 0 |
| \`( … )\` | is computed first |

An expression has at most 2,000 characters and 32 levels. A text has at most 200 expressions and, with its values, 1,000,000 characters.
The filters and \`+\` of a text work on at most 5,000,000 characters together.

A name that matches no value adds a warning with its place and the nearest name, unless \`||\`, \`default\`, a condition or a \`fallback\` covers
it. In an action, every name needs a field or a value, also in
\`{{Name || "friend"}}\`. Only a binding or an \`expression\` with a \`fallback\` can do without. Markup in a value works as in a bound text.

In \`plural\`, the forms are named as the language has them: \`{{N | plural:one="# file":other="# files"}}\`. Polish and Russian have \`one\` (1, in
Russian also 21, 31 …), \`few\` (2 to 4, 22 to 24 …), \`many\` (0, 5 to 21 …) and \`other\` (fractions). A hyphen subtracts: a name with one is
written in brackets, \`[unit-price]\`.

In the \`src\` of a picture, an empty value that the URL needs leaves the picture empty: its \`fallback\` and \`onMissing\` apply. \`A || B\`,
\`default\` and \`? :\` need only what they choose. A list gives its first entry.

Arithmetic with a text that is not a number fails, with an error that names the layer and the place. A filter that does not suit a value leaves the value as
it is, with a warning.`

export function templatesPage(): string {
  const [test = {}, ...combined] = formsOf(jsonOf(conditionSchema))
  return page(
    '# Template format',
    `A template is one JSON object. Lengths are in pixels, angles in degrees, clockwise. An unknown property is an error that contains
its path, such as \`layers[2].fontSize\`. **Every property of a layer, \`background\` and \`locale\` can be a
[binding](#bindings) or an [expression](#expressions) instead.** To work with templates, see [the guide](../guides/templates.md).`,
    '## The page',
    pageSection(),
    ...layerSections(),
    '## Bindings',
    'Replaces a property, or a part of it, with the value of a variable, or with a list of the values of several.',
    propertyTable(jsonOf(bindingSchema)),
    '## Expressions',
    expressionWords,
    propertyTable(jsonOf(expressionBindingSchema)),
    '### Filters',
    'A filter changes the value before it: `value | filter:argument`. An empty value stays empty, except with `default`. An argument is a number, a word or a text; write a field in brackets and an expression in parentheses: `Name | default:[Nickname]`, `Price | number:(Digits + 1)`.',
    table(
      ['Filter', 'Meaning', 'Example', 'Result'],
      [...filters].flatMap(([name, { description, examples }]) =>
        examples.map(([expression, result], at) => [
          at === 0 ? code(name) : '',
          at === 0 ? description : '',
          code(expression),
          result,
        ]),
      ),
    ),
    '## Formats',
    'Convert a bound value to text. Several formats are applied in order.',
    ...forms(formatSchema),
    '## Conditions',
    `\`"visible": { "when": … }\` shows a layer only if the condition is true. All tests in one object must be true. A missing value is
empty, and neither greater nor less. Conditions never run code.`,
    propertyTable(test),
    ...combined.map((form) => propertyTable(form)),
    '## Parts of properties',
    '### colour',
    '`#rgb` or `#rrggbb`, each with optional alpha, `rgb()`, `hsl()`, a CSS colour name, or `transparent`.',
    '### paint',
    'A [colour](#colour), a [gradient](#gradient), or a picture that is cut by what it paints:',
    propertyTable(jsonOf(picturePaintSchema)),
    '### gradient',
    'Angles: 0 is up, as in CSS. Stops without an offset are spaced evenly.',
    ...forms(gradientSchema),
    '### point',
    'A position in a box: 0 is the left or top edge, 1 the right or bottom edge.',
    propertyTable(jsonOf(pointSchema)),
    '### radius',
    `One for all corners, or upper left, upper right, lower right, lower left. ${wordsInside(radiusSchema)}`,
    '### stroke',
    propertyTable(jsonOf(strokeSchema)),
    '### anchor',
    `\`below\` and \`above\` replace \`y\`, \`left\` and \`right\` replace \`x\`; \`align\` also replaces the other coordinate.
\`to: "text"\` uses the bounds of the text instead of the box.`,
    propertyTable(jsonOf(anchorSchema)),
    '### mask',
    `Shows the layer only where the mask, another layer of the same list, is. The mask itself is not drawn, and can be of any kind: a text, a
picture, a shape with a gradient. \`alpha\` (default) uses its opacity, \`luminance\` its lightness; \`invert\` swaps
inside and outside. If the mask is invisible, the whole layer is shown.`,
    propertyTable(jsonOf(maskSchema)),
    '### filters',
    'Applied in this order to the layer as a whole, before its mask and shadow.',
    propertyTable(jsonOf(filtersSchema)),
    '### editor',
    'Settings of the template editor. They do not affect the image. If the editor renames a locked layer, it updates the name here.',
    propertyTable(jsonOf(editorSettingsSchema)),
    '### lists',
    `Numbers are a list, or text such as \`"3, 5, 8"\`; an empty entry counts as 0. Words are a list, or text separated by commas, semicolons or
line breaks. Up to 200 entries. A binding of several names is a list of their values.`,
    '### picture',
    `Source of a picture: \`asset:<id>\` or an http(s) URL on the server, a file path for \`pictable render\`, or a \`data:\` URL
for both. JPEG, PNG, WebP, GIF or AVIF, up to 25 MB and 50 megapixels; SVG up to 2 MB, without scripts, document type
declarations and external references.`,
  )
}
