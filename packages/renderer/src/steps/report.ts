import type { Started } from '#renderer/jobs/prepared.ts'
import { everyFilled, type FilledLayer, picturePlaceOf } from '#renderer/model/filled-layer.ts'
import type { LayerReport } from '#renderer/model/layer-kind.ts'
import { type Warning, type WarningCode, warningCodes } from '#renderer/model/warning.ts'
import { enlargedOf } from './enlarged.ts'
import type { Loaded } from './load.ts'
import type { Measured } from './measure.ts'
import { missingOf, type Showing } from './missing.ts'
import { codeWarnings, enlargedWarnings, missingWarnings, problemsOf, type ScanScale } from './problems.ts'
import type { Sized } from './size.ts'

export interface Reported {
  readonly layers: Record<string, LayerReport>
  readonly warnings: string[]
  readonly warningCodes: WarningCode[]
  /** What is as the design asks for, and worth knowing all the same. */
  readonly information: string[]
  readonly informationCodes: WarningCode[]
}

/** Of a state, what was reported of it. */
export const reportedOf = (state: Reported): Reported => {
  const { layers, warnings, warningCodes, information, informationCodes } = state
  return { layers, warnings, warningCodes, information, informationCodes }
}

type Reporting = Showing &
  Loaded &
  Measured &
  Pick<Sized, 'scale'> & {
    readonly job: Pick<Started['job'], 'scale' | 'reportScale'>
    readonly prepared: { readonly platform: Pick<Started['prepared']['platform'], 'drawsAgain'> }
    /** Of paper. */
    readonly pixelsPerInch?: number
  }

/** Says about each layer what a person would want to know before looking at ten thousand pictures. */
export function report(state: Reporting): Reported {
  const { drawing, drawables, hidden, images, lettering } = state
  const shown = shownAt(state)
  const layers: Record<string, LayerReport> = {}
  const ofValues: Warning[] = [...drawing.warnings, ...hidden.values()]
  const fonts: string[] = []
  const ofLayers: Warning[] = []
  for (const layer of everyFilled(drawing.layers)) {
    const drawable = drawables.get(layer)
    const missing = missingOf(layer, state, drawable?.report)
    const enlarged = drawable && enlargedOf(layer, images.get(layer), { drawable, ...shown })
    const found: LayerReport = {
      ...drawable?.report,
      ...(missing !== undefined && { missing: missing.reason }),
      ...(enlarged !== undefined && { enlarged }),
    }
    if (Object.keys(found).length > 0) layers[layer.name] = found
    const named = (message: string) => `layer "${layer.name}": ${message}`
    fonts.push(...missingFonts(layer, lettering).map(named))
    const problems = [...problemsOf(found, missing), ...(drawable?.scan ? codeWarnings(drawable.scan, shown) : [])]
    ofLayers.push(...problems.map((problem) => ({ ...problem, message: named(problem.message) })))
  }
  const ofPage = problemsOfPage(state)
  const found = [...ofPage, ...ofLayers]
  const [information, problems] = [found.filter(isInformation), found.filter((each) => !isInformation(each))]
  return {
    layers,
    warnings: [...fewOf(ofValues), ...problems.map(({ message }) => message), ...fonts],
    warningCodes: codesOf([...ofValues, ...problems]),
    information: information.map(({ message }) => message),
    informationCodes: codesOf(information),
  }
}

const isInformation = (warning: Warning) => warning.isInformation === true

/** Each once, in the order in which they are declared. */
function codesOf(warnings: readonly Warning[]): WarningCode[] {
  const codes = new Set(warnings.map(({ code }) => code))
  return warningCodes.filter((code) => codes.has(code))
}

/** What is to be said about the picture of the background. */
export function problemsOfPage(state: Showing & Pick<Reporting, PlaceOfScale>): Warning[] {
  const { page } = state.drawing
  const loaded = state.images.get(page)
  const problems: Warning[] = [
    ...missingWarnings(missingOf(page, state)),
    ...enlargedWarnings(enlargedOf(page, loaded, shownAt(state))),
  ]
  return problems.map((problem) => ({ ...problem, message: `${picturePlaceOf(page.name)}: ${problem.message}` }))
}

type PlaceOfScale = 'scale' | 'job' | 'prepared' | 'pixelsPerInch'

/** How large it will be seen: where a design is edited, it is drawn at many sizes, and its own size counts. */
function shownAt({ scale, job, prepared, pixelsPerInch }: Pick<Reporting, PlaceOfScale>): ScanScale {
  if (prepared.platform.drawsAgain) return { scale: 1 }
  const mmPerPx = pixelsPerInch === undefined ? undefined : (scale * 25.4) / pixelsPerInch
  return { scale: job.reportScale ?? job.scale ?? 1, mmPerPx }
}

/** A design binds tens of thousands of properties, and each of its five formats can fail. */
const mostOfValues = 100

/** Each once, and no more than a person reads. */
function fewOf(all: readonly Warning[]): string[] {
  const distinct = [...new Set(all.map(({ message }) => message))]
  const left = distinct.length - mostOfValues
  if (left <= 0) return distinct
  return [...distinct.slice(0, mostOfValues), `${left} more warnings about values`]
}

/** Why families that the layer names are replaced, where a design is edited. Other pictures are not made without them. */
function missingFonts({ content, source }: FilledLayer, { missing }: Loaded['lettering']): string[] {
  if (!content || !missing) return []
  const written = JSON.stringify(source)
  return [...missing].filter(([family]) => written.includes(JSON.stringify(family))).map(([, problem]) => problem)
}
