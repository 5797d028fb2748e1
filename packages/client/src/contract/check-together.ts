import { imageFormats, movingFormats } from '@pictable/model/image'

/** Those parts of a request for an image that must fit together. */
interface Together {
  template_id?: string
  template?: unknown
  version?: number
  values: object
  modifications: readonly unknown[]
  pages?: readonly unknown[]
  frames?: readonly unknown[]
  delay_ms?: number | readonly number[]
  loop?: number
  scale?: number
  width?: number
  height?: number
  formats?: readonly string[]
}

type Rule = readonly [name: keyof Together, isBroken: (body: Together) => boolean, message: string]

const rowsOf = ({ pages, frames }: Together) => pages ?? frames

/** Whether a format is asked for that is none of these. */
const asksBeyond = ({ formats = [] }: Together, able: readonly string[]) =>
  formats.some((format) => !able.includes(format))

const rules: readonly Rule[] = [
  [
    'template_id',
    (body) => body.template_id === undefined && body.template === undefined,
    'is required if there is no template',
  ],
  [
    'template',
    (body) => body.template_id !== undefined && body.template !== undefined,
    'cannot be combined with template_id',
  ],
  ['version', ({ version, template }) => version !== undefined && template !== undefined, 'needs template_id'],
  ['frames', ({ pages, frames }) => pages !== undefined && frames !== undefined, 'cannot be combined with pages'],
  [
    'values',
    (body) => rowsOf(body) !== undefined && Object.keys(body.values).length > 0,
    'must be set in each page or frame',
  ],
  [
    'modifications',
    (body) => rowsOf(body) !== undefined && body.modifications.length > 0,
    'must be set in each page or frame',
  ],
  ['delay_ms', ({ frames, delay_ms }) => frames === undefined && delay_ms !== undefined, 'needs frames'],
  ['loop', ({ frames, loop }) => frames === undefined && loop !== undefined, 'needs frames'],
  [
    'delay_ms',
    ({ frames, delay_ms }) => typeof delay_ms === 'object' && delay_ms.length !== frames?.length,
    'must have one entry per frame',
  ],
  ['height', ({ width, height }) => width !== undefined && height !== undefined, 'cannot be combined with width'],
  [
    'scale',
    ({ scale, width, height }) => scale !== undefined && (width ?? height) !== undefined,
    'cannot be combined with width or height',
  ],
  ['formats', (body) => body.pages !== undefined && asksBeyond(body, ['pdf']), 'must be ["pdf"] for pages'],
  [
    'formats',
    (body) => body.frames !== undefined && asksBeyond(body, movingFormats),
    `must be ${movingFormats.join(' or ')} for frames`,
  ],
  [
    'formats',
    (body) => rowsOf(body) === undefined && asksBeyond(body, imageFormats),
    `must be ${imageFormats.join(', ')}; gif is for frames`,
  ],
]

interface Refusing {
  addIssue(issue: { code: 'custom'; path: string[]; message: string }): void
}

/** Says what of a request contradicts itself, in its places. */
export function checkTogether(body: Together, context: Refusing): void {
  for (const [name, isBroken, message] of rules) {
    if (isBroken(body)) context.addIssue({ code: 'custom', path: [name], message })
  }
}
