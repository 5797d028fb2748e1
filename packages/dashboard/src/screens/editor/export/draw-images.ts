import { fileTypes, type ImageFormat } from '@pictable/model/image'
import type { Values } from '@pictable/renderer/browser'
import type { TemplateInput } from '@pictable/renderer/template'
import { client } from '#dashboard/api/client.ts'
import { errorWords } from '#dashboard/api/error-words.ts'
import { sentValues } from '#dashboard/screens/editor/engine/sent-values.ts'

/** Of the requests that are under way at a time. */
const AT_ONCE = 3

export interface ExportSettings {
  readonly format: ImageFormat
  readonly scale: number
  readonly quality?: number | undefined
  readonly transparent?: boolean
}

export interface ExportItem {
  readonly key: string
  readonly label: string
  readonly values: Values
}

export interface FailedItem {
  readonly item: ExportItem
  readonly reason: string
}

/** One image of the design as a run makes it. @throws ApiError with the reason */
export async function drawImage(
  design: TemplateInput,
  values: Values,
  { signal, quality, ...rest }: ExportSettings & { signal?: AbortSignal },
): Promise<Blob> {
  const body = {
    design: { ...design },
    values: sentValues(design, values),
    ...rest,
    ...(quality !== undefined && { quality }),
  }
  const bytes = await client.templates.drawImage({ body, ...(signal && { signal }) })
  return new Blob([new Uint8Array(bytes)], { type: fileTypes[rest.format].contentType })
}

export interface DrawnItems {
  /** In the order of the items. */
  readonly drawn: readonly { item: ExportItem; picture: Blob }[]
  readonly failed: readonly FailedItem[]
}

/**
 * Images of several records, a few at a time. One that fails keeps none of the others.
 * @throws the reason of `signal` once that is aborted
 */
export async function drawImages(
  design: TemplateInput,
  items: readonly ExportItem[],
  { settings, signal, onDone }: { settings: ExportSettings; signal: AbortSignal; onDone: (count: number) => void },
): Promise<DrawnItems> {
  const drawn = new Map<ExportItem, Blob>()
  const reasons = new Map<ExportItem, string>()
  const waiting = items.values()
  const drawNext = async () => {
    for (const item of waiting) {
      try {
        drawn.set(item, await drawImage(design, item.values, { ...settings, signal }))
      } catch (error) {
        signal.throwIfAborted()
        reasons.set(item, errorWords(error))
      }
      onDone(drawn.size + reasons.size)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, drawNext))
  return {
    drawn: items.flatMap((item) => {
      const picture = drawn.get(item)
      return picture ? [{ item, picture }] : []
    }),
    failed: items.flatMap((item) => {
      const reason = reasons.get(item)
      return reason === undefined ? [] : [{ item, reason }]
    }),
  }
}
