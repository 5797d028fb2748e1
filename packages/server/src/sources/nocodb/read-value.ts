import { z } from 'zod'
import { exactNumber, parseExactJson } from '#core/exact-number.ts'
import type { Attachment, FieldValue, LabelledValue } from '#core/ports/source.ts'
import type { NocoField } from './noco-table.ts'

const number = z.union([z.number(), z.string()])

const file = z.looseObject({
  id: z.string().optional(),
  title: z.string().catch('file'),
  mimetype: z.string().optional().catch(undefined),
  size: z.number().optional().catch(undefined),
  path: z.string().optional().catch(undefined),
  url: z.string().optional().catch(undefined),
  signedPath: z.string().optional().catch(undefined),
  signedUrl: z.string().optional().catch(undefined),
})

/** A file as NocoDB keeps it in a cell; it comes back with everything it came with. */
export type NocoFile = z.infer<typeof file>

const user = z.object({
  id: z.string(),
  email: z.string().nullish(),
  display_name: z.string().nullish(),
})

const linked = z.object({ id: z.union([z.string(), z.number()]), fields: z.record(z.string(), z.unknown()).catch({}) })

/** How long an address that a storage signed is good for at least, where it does not say itself. */
const signedUrlLifeMs = 60 * 60_000

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value])

/** Whatever it is, as people would read it. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  const asUser = user.safeParse(value)
  if (asUser.success) return labelOfUser(asUser.data)
  const asLink = linked.safeParse(value)
  if (asLink.success) return labelOfLink(asLink.data)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const labelOfUser = ({ id, email, display_name }: z.infer<typeof user>) => display_name || email || id

const labelOfLink = ({ id, fields }: z.infer<typeof linked>) => textOf(Object.values(fields)[0]) || String(id)

/** NocoDB writes `2026-01-02 03:04:05+00:00`. */
function instantOf(text: string): string {
  const at = new Date(text.replace(' ', 'T'))
  return Number.isNaN(at.getTime()) ? text : at.toISOString()
}

/** A number, or its text where a number would lose digits. */
function numberOf(value: unknown): FieldValue {
  const parsed = number.safeParse(value)
  if (!parsed.success || parsed.data === '') return null
  return typeof parsed.data === 'number' ? parsed.data : exactNumber(parsed.data)
}

function percentOf(value: unknown): FieldValue {
  const percent = numberOf(value)
  return typeof percent === 'number' ? Number((percent / 100).toPrecision(15)) : percent
}

function jsonOf(value: unknown): FieldValue {
  if (typeof value !== 'string') return { json: value }
  try {
    return { json: parseExactJson(value).value }
  } catch {
    return { json: value }
  }
}

/** The time of day, which SQLite keeps with a date. */
const timeOf = (text: string): string => /(\d{2}:\d{2}(:\d{2})?)/.exec(text)?.[1] ?? text

/** `dltemp/<key>/<until, in ms>/…` */
function expiryOf({ signedPath, signedUrl, url }: NocoFile): string | undefined {
  const untilMs = Number(/^dltemp\/[^/]+\/(\d{13})\//.exec(signedPath ?? '')?.[1])
  if (!Number.isNaN(untilMs)) return new Date(untilMs).toISOString()
  return signedUrl !== undefined && signedUrl !== url ? new Date(Date.now() + signedUrlLifeMs).toISOString() : undefined
}

function urlOf({ signedUrl, signedPath, url, path }: NocoFile, baseUrl: string): string | undefined {
  const place = signedPath ?? (signedUrl === undefined && url === undefined ? path : undefined)
  if (place === undefined) return signedUrl ?? url
  return `${baseUrl}/${place.split('/').map(encodeURIComponent).join('/')}`
}

/** A file that can be loaded; none while NocoDB is still fetching it. */
function attachmentOf(value: unknown, baseUrl: string): Attachment[] {
  const parsed = file.safeParse(value)
  if (!parsed.success || parsed.data.status === 'uploading') return []
  const { id, title, mimetype, size } = parsed.data
  const url = urlOf(parsed.data, baseUrl)
  if (url === undefined) return []
  const expiresAt = expiryOf(parsed.data)
  return [
    {
      ...(id === undefined ? {} : { id }),
      url,
      filename: title,
      ...(mimetype === undefined ? {} : { contentType: mimetype }),
      ...(size === undefined ? {} : { sizeBytes: size }),
      ...(expiresAt === undefined ? {} : { expiresAt }),
    },
  ]
}

const attachmentsOf = (value: unknown, baseUrl: string) => asList(value).flatMap((each) => attachmentOf(each, baseUrl))

function usersOf(value: unknown): LabelledValue[] {
  return asList(value).flatMap((each) => {
    const parsed = user.safeParse(each)
    return parsed.success ? [{ id: parsed.data.id, label: labelOfUser(parsed.data) }] : []
  })
}

/** The records that are linked. A NocoDB that only counts them gives the number. */
function linksOf(value: unknown): FieldValue {
  if (typeof value === 'number') return value
  return asList(value).flatMap((each) => {
    const parsed = linked.safeParse(each)
    return parsed.success ? [{ id: String(parsed.data.id), label: labelOfLink(parsed.data) }] : []
  })
}

/** What a field of the linked records holds: files as files, everything else as text. */
function lookedUp(value: unknown, baseUrl: string): FieldValue {
  const isFile = asList(value).some((each) => z.object({ mimetype: z.string() }).safeParse(each).success)
  return isFile ? attachmentsOf(value, baseUrl) : textOf(value)
}

/** A cell of an answer of version 3, canonical. Whatever NocoDB may send, it never throws. */
export function readValue({ kind, uidt }: NocoField, value: unknown, baseUrl: string): FieldValue {
  if (value === null || value === undefined) return null
  if (uidt === 'Percent') return percentOf(value)
  if (uidt === 'Time') return timeOf(textOf(value))
  if (uidt === 'Lookup') return lookedUp(value, baseUrl)
  switch (kind) {
    case 'number':
      return numberOf(value)
    case 'checkbox':
      return value === true || value === 1 || value === '1' || value === 'true'
    case 'date':
      return textOf(value).length === 10 ? textOf(value) : instantOf(textOf(value))
    case 'date_time':
      return instantOf(textOf(value))
    case 'multi_select':
      return Array.isArray(value) ? value.map(textOf) : textOf(value).split(',')
    case 'attachments':
      return attachmentsOf(value, baseUrl)
    case 'user':
      return usersOf(value)
    case 'link':
      return linksOf(value)
    case 'json':
      return jsonOf(value)
    default:
      return textOf(value)
  }
}

/** The files of a cell, to be written back as they are. */
export const filesIn = (value: unknown): NocoFile[] => z.array(file).catch([]).parse(value)
