import { fileTypes, type ImageFormat } from '@pictable/model/image'
import type { Values } from '@pictable/renderer/browser'
import { fewAtOnce } from '@pictable/renderer/few-at-once'
import type { TemplateInput } from '@pictable/renderer/template'
import { client } from '#dashboard/api/client.ts'
import { errorWords } from '#dashboard/api/error-words.ts'
import { sentValues } from '#dashboard/parts/templates/sent-values.ts'

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
    // A preview would take the fast one, whose files are larger.
    effort: 'balanced' as const,
    ...(quality !== undefined && { quality }),
  }
  const bytes = await client.templates.drawImage({ body, ...(signal && { signal }) })
  return new Blob([new Uint8Array(bytes)], { type: fileTypes[rest.format].contentType })
}

export interface DrawnItem {
  readonly item: ExportItem
  readonly picture: Blob
}

/** In the order of the items. */
interface DrawnItems {
  readonly drawn: readonly DrawnItem[]
  readonly failed: readonly FailedItem[]
}

/**
 * Images of several records, a few at a time. One that fails does not stop the others.
 * @throws the reason of `signal` once that is aborted
 */
export async function drawImages(
  design: TemplateInput,
  items: readonly ExportItem[],
  { settings, signal, onDone }: { settings: ExportSettings; signal: AbortSignal; onDone: (count: number) => void },
): Promise<DrawnItems> {
  const inTurn = fewAtOnce(AT_ONCE)
  let done = 0
  const drawOne = async (item: ExportItem): Promise<DrawnItem | FailedItem> => {
    try {
      signal.throwIfAborted()
      return { item, picture: await drawImage(design, item.values, { ...settings, signal }) }
    } catch (error) {
      signal.throwIfAborted()
      return { item, reason: errorWords(error) }
    } finally {
      onDone(++done)
    }
  }
  const all = await Promise.all(items.map((item) => inTurn(() => drawOne(item))))
  return { drawn: all.filter((one) => 'picture' in one), failed: all.filter((one) => 'reason' in one) }
}
