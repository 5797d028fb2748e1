import type { OutputSettings } from '@pictable/model/output'
import { AppError } from '#core/errors.ts'
import { askedScale } from '#core/output/asked-scale.ts'
import { pointer } from '#core/pointer.ts'
import type { DrawnVersion, Inputs, Sequence } from '#core/ports/renderer.ts'
import type { World } from '#core/ports/world.ts'
import { refused } from '#core/refuse.ts'
import { readModifications } from '#core/template/read-modifications.ts'
import { refuseUnknownValues } from '#core/template/refuse-unknown-values.ts'
import { parseDesign } from '#core/template/save-template.ts'
import type { TemplateDesign } from '#core/template/template.ts'
import { usedVersion } from '#core/template/used-version.ts'
import { checkReceiverUrl } from '#core/webhook/save-webhook.ts'

/** A template, in the version that is published, else the latest, unless told; or a design, still to be checked. */
export type RequestedTemplate = { id: string; version?: number | undefined } | { design: unknown }

/** `scale`, or the width or height in pixels that it leads to. */
export interface RequestedSize {
  widthPx?: number | undefined
  heightPx?: number | undefined
}

export interface ImageRequest extends Inputs {
  template: RequestedTemplate
  /** In place of values and modifications. */
  sequence?: Sequence | undefined
  output: OutputSettings
  /** In place of the scale of the output. */
  size?: RequestedSize | undefined
  metadata: Readonly<Record<string, unknown>> | null
  /** Gets the events of this image. */
  webhookUrl?: string | undefined
}

/** A request that was checked against its template: what is left can only fail with a picture or the renderer. */
export interface PreparedImage extends Inputs {
  version: DrawnVersion
  sequence: Sequence | null
  output: OutputSettings
  metadata: Readonly<Record<string, unknown>> | null
  webhookUrl?: string | undefined
}

type FindVersion = (template: Exclude<RequestedTemplate, { design: unknown }>) => Promise<DrawnVersion>

async function versionOf(template: RequestedTemplate, find: FindVersion): Promise<DrawnVersion> {
  if ('id' in template) return find(template)
  return { templateId: null, version: null, design: await parseDesign(template.design, 'template') }
}

/** Checks what a picture is to be filled with. `at`: their place in the request. @throws AppError `invalid_request` */
function readInputs(design: TemplateDesign, { values, modifications }: Inputs, at: string): Inputs {
  try {
    refuseUnknownValues(design, values)
    return { values, modifications: readModifications(design, modifications) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const errors = error.errors.map((each) => ({ ...each, pointer: at + each.pointer }))
    throw new AppError(error.code, error.message, { cause: error, errors })
  }
}

function readSequence(design: TemplateDesign, sequence: Sequence): Sequence {
  const rows = sequence.rows.map((row, index) => readInputs(design, row, `/${sequence.kind}/${index}`))
  return { ...sequence, rows }
}

/** @throws AppError `invalid_request` when it is out of bounds */
function outputOf({ output, size = {} }: ImageRequest, design: TemplateDesign): OutputSettings {
  const asked = askedScale({ width: size.widthPx, height: size.heightPx }, design)
  if (asked === null) return output
  const { side, scale, problem } = asked
  if (problem !== null) throw refused([{ pointer: pointer(side), detail: problem }], 'The size is not possible.')
  return { ...output, scale }
}

/**
 * Checks a request for an image against its template.
 * @throws AppError `not_found` for the template or its version; `invalid_request` that points at all that is wrong
 */
export async function prepareImage(
  world: Pick<World, 'data' | 'webhookGuard'>,
  request: ImageRequest,
  find: FindVersion = ({ id, version }) => usedVersion(world, id, version),
): Promise<PreparedImage> {
  const { metadata, sequence, webhookUrl } = request
  if (webhookUrl !== undefined) checkReceiverUrl(world, webhookUrl, 'webhook_url')
  const version = await versionOf(request.template, find)
  return {
    version,
    ...readInputs(version.design, request, ''),
    sequence: sequence === undefined ? null : readSequence(version.design, sequence),
    output: outputOf(request, version.design),
    metadata,
    webhookUrl,
  }
}
