import type { TemplateInput } from '@pictable/renderer/template'
import { reportLine } from '#dashboard/parts/images/report-line.ts'
import type { Engine } from '#dashboard/screens/editor/engine/engine.ts'
import type { ExportItem, FailedItem } from './draw-images.ts'

/** Pictures are only looked for, not at. */
const SCALE = 0.25
/** Then what is still on its way is not waited for. */
const MAX_LAYOUTS = 10

interface Lacking {
  readonly missing?: string | undefined
}

/** What is read of a frame. */
interface Looked {
  readonly page: Lacking
  readonly report: Readonly<Record<string, Lacking>>
  readonly pending: Promise<void> | undefined
}

interface LayOut {
  layOut(job: Parameters<Engine['layOut']>[0]): Promise<Looked>
}

async function frameOf(engine: LayOut, { design, values }: { design: TemplateInput; values: ExportItem['values'] }) {
  let frame = await engine.layOut({ design, values, scale: SCALE, isPatient: true })
  for (let count = 1; frame.pending && count < MAX_LAYOUTS; count++) {
    await frame.pending
    frame = await engine.layOut({ design, values, scale: SCALE, isPatient: true })
  }
  return frame
}

function reasonsOf({ report, page }: Looked): string[] {
  const ofLayers = Object.entries(report).flatMap(([name, { missing }]) =>
    missing === undefined ? [] : [`${name}: ${reportLine(missing).words}`],
  )
  return page.missing === undefined ? ofLayers : [reportLine(page.missing).words, ...ofLayers]
}

/** Of images that were rendered, those in which a picture is missing, or was replaced by its fallback. */
export async function missingPictures(
  engine: LayOut,
  design: TemplateInput,
  items: readonly ExportItem[],
): Promise<readonly FailedItem[]> {
  const found: FailedItem[] = []
  for (const item of items) {
    // What cannot be looked at here was rendered all the same.
    const frame = await frameOf(engine, { design, values: item.values }).catch(() => null)
    const reasons = frame ? reasonsOf(frame) : []
    if (reasons.length > 0) found.push({ item, reason: reasons.join(' · ') })
  }
  return found
}
