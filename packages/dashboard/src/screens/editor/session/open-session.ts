import { openDocument } from '@pictable/editor'
import type { TemplateInput } from '@pictable/renderer/browser'
import { z } from 'zod'
import type { OpenTemplate } from '#dashboard/parts/templates/template.ts'
import { EditorSession } from './session.ts'
import { NO_MARKS } from './state.ts'

/** The server has checked what it stored; the renderer checks the rest once it is loaded. */
const storedDesign = z.custom<TemplateInput>(
  (json) =>
    z.looseObject({ width: z.number(), height: z.number(), layers: z.array(z.unknown()) }).safeParse(json).success,
)

export function openSession(template: OpenTemplate, mayWrite: boolean): EditorSession {
  const design = storedDesign.parse(template.design)
  return new EditorSession({
    document: openDocument(design, crypto.randomUUID().slice(0, 8)),
    values: template.sample,
    sample: template.sample,
    records: [],
    record: null,
    selection: [],
    entered: null,
    hovered: null,
    isMeasuring: false,
    tool: 'select',
    canUndo: false,
    canRedo: false,
    hasRulers: false,
    dialog: null,
    isSnapping: true,
    isHolding: false,
    marks: NO_MARKS,
    // The page is fitted once the size of the window is known.
    window: { width: 0, height: 0 },
    view: { zoom: 1, x: 0, y: 0 },
    frame: null,
    drawError: null,
    exactness: 'browser',
    exactReason: null,
    isExactHeld: false,
    readOnly: mayWrite ? null : 'role',
  })
}
