import { fileTypes, type ImageFormat, imageFormats } from '@pictable/model/image'
import type { OutputSettings } from '@pictable/model/output'
import type { TemplateValue } from '@pictable/model/value'
import { pictureAddresses, variablesOf } from '@pictable/renderer/template'
import { AppError, type ErrorDetail } from '#core/errors.ts'
import { pointer } from '#core/pointer.ts'
import type { World } from '#core/ports/world.ts'
import { refuseIfAny } from '#core/refuse.ts'
import { found } from '#core/revision.ts'
import { refuseUnknownValues } from '#core/template/refuse-unknown-values.ts'
import type { TemplateDesign, TemplateVersion } from '#core/template/template.ts'
import { readPairs, type SignedSettings } from './read-pairs.ts'
import type { SignedTarget } from './verify-target.ts'

/** What a signed address asks for. */
export interface SignedRequest {
  version: TemplateVersion
  /** Whether the address names the version: then its image stays the same. */
  isPinned: boolean
  values: Readonly<Record<string, string>>
  format: ImageFormat
  output: OutputSettings
  expiresAt: Date | null
}

/** By the extension of the address. */
const formats: ReadonlyMap<string, ImageFormat> = new Map([
  ...imageFormats.map((format) => [fileTypes[format].extension, format] as const),
  ['jpeg', 'jpeg'],
])

const mostPixels = 25_000_000

const goodAddress = /^(https:\/\/|asset:)/
/** Suits every expression over texts or numbers, and is no part of a scheme. */
const ANY_VALUE = '1'
/** What says where an address leads: its scheme and host. */
const origin = /^\s*[a-z][a-z0-9+.-]*:(?:\/\/[^/?#]+)?/i

/** Pictures come by https, or are ours: an address that everybody sees is no place for pictures in it. @throws AppError */
export function refuseOtherPictures(design: TemplateDesign, values: Readonly<Record<string, string>>): void {
  const isGood = (address: string) => goodAddress.test(address)
  const errors = findOtherPictures(design, values, { isGood }).flatMap(({ layer, given }): ErrorDetail[] => {
    const place = layer === undefined ? 'page' : `layer "${layer}"`
    const detail = `The picture of the ${place} must be asset:<id>, or a URL that begins with https://`
    return given.map((name) => ({ pointer: pointer('values', name), detail }))
  })
  refuseIfAny(errors, 'A picture cannot be used.')
}

/**
 * Pictures whose address is not good, and leads elsewhere than the template says with its fixed values; `given`: the values
 * that decide it.
 */
export function findOtherPictures(
  design: TemplateDesign,
  values: Readonly<Record<string, TemplateValue>>,
  { isGood, fixed = {} }: { isGood: (address: string) => boolean; fixed?: Readonly<Record<string, TemplateValue>> },
): { layer: string | undefined; given: string[] }[] {
  const anyValues = Object.fromEntries(variablesOf(design).map(({ name }) => [name, ANY_VALUE]))
  const own = pictureAddresses(design, { ...anyValues, ...fixed })
  return pictureAddresses(design, values).flatMap(({ layer, names, address }, at) => {
    if (address === '' || (address !== undefined && isGood(address))) return []
    const given = names.filter((name) => (Object.hasOwn(values, name) ? values[name] !== '' : false))
    // The template itself may say where its pictures are.
    const isOfTemplate = address !== undefined && isSameOrigin(address, own[at]?.address)
    return given.length === 0 || isOfTemplate ? [] : [{ layer, given }]
  })
}

function isSameOrigin(address: string, other: string | undefined): boolean {
  const found = origin.exec(address)?.[0]
  return found !== undefined && found === origin.exec(other ?? '')?.[0]
}

function scaleOf({ width, scale }: SignedSettings, design: TemplateDesign): number | undefined {
  const factor = width === undefined ? scale : width / design.width
  const used = factor ?? 1
  if (used < 0.1 || used > 8)
    throw new AppError('invalid_request', `width must be from a tenth of the template's ${design.width} to 8 times it.`)
  if (design.width * design.height * used ** 2 > mostPixels)
    throw new AppError('invalid_request', 'The image would have more than 25 million pixels. Request a smaller one.')
  return factor
}

function expiryOf({ exp }: SignedSettings, { key }: SignedTarget, now: Date): Date | null {
  if (exp === undefined) {
    if (key.allowPermanent) return null
    throw new AppError(
      'signature_invalid',
      `This URL has no exp, and the key ${key.id} cannot sign permanent URLs. Add exp and sign it again.`,
    )
  }
  const expiresAt = new Date(exp * 1000)
  if (expiresAt <= now) throw new AppError('address_expired', `This URL expired at ${expiresAt.toISOString()}.`)
  return expiresAt
}

async function versionOf(
  { clock, data }: Pick<World, 'clock' | 'data'>,
  id: string,
  pinned: number | undefined,
): Promise<TemplateVersion> {
  const template = found(await data.templates.get(id), 'template', id)
  const number = pinned ?? template.publishedVersion
  if (number === null)
    throw new AppError('not_found', `The template ${id} has no published version. Publish it, or set a version with v.`)
  const version = found(await data.templates.getVersion(id, number), `version ${number} of template`, id)
  if (version.publishedAt === null) await data.templates.keepVersion(id, number, clock.now())
  return version
}

/** What a verified address asks for, checked against its key and template. @throws AppError with the cure */
export async function requestOf(world: Pick<World, 'clock' | 'data'>, target: SignedTarget): Promise<SignedRequest> {
  const { key, templateId, extension, pairs } = target
  const settings = readPairs(pairs)
  const expiresAt = expiryOf(settings, target, world.clock.now())
  if (key.templateIds !== null && !key.templateIds.includes(templateId))
    throw new AppError('signature_invalid', `The key ${key.id} cannot sign URLs of the template ${templateId}.`)
  const format = formats.get(extension)
  if (format === undefined) throw new AppError('not_found', `There is no image format .${extension}.`)
  const { v, values, quality } = settings
  const version = await versionOf(world, templateId, v)
  refuseUnknownValues(version.design, values)
  refuseOtherPictures(version.design, values)
  const scale = scaleOf(settings, version.design)
  const output = {
    formats: [format],
    ...(quality !== undefined && { quality }),
    ...(scale !== undefined && { scale }),
  }
  return { version, isPinned: v !== undefined, values, format, output, expiresAt }
}
