import { openDocument } from '@pictable/editor'
import type { OpenTemplate } from '#dashboard/parts/templates/template.ts'
import { toDesign } from '#dashboard/parts/templates/to-design.ts'
import { EditorSession } from './session.ts'
import { NO_MARKS, NO_SOURCE } from './state.ts'

/** Random text. Pages that are not served over HTTPS have no `randomUUID()`. */
export function createId(): string {
  return [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** @throws TemplateError when the design is not valid in this release */
export function openSession(
  template: Pick<OpenTemplate, 'id' | 'sample'>,
  draft: Record<string, unknown>,
): EditorSession {
  return new EditorSession({
    templateId: template.id,
    document: openDocument(toDesign(draft), createId(), template.sample),
    values: template.sample,
    recordSource: NO_SOURCE,
    records: [],
    record: null,
    selection: [],
    entered: null,
    hovered: null,
    isMeasuring: false,
    tool: 'select',
    editing: null,
    canUndo: false,
    canRedo: false,
    hasRulers: false,
    renamed: null,
    dialog: null,
    picking: null,
    cropped: null,
    paint: null,
    source: null,
    uploads: [],
    isSnapping: true,
    isHolding: false,
    marks: NO_MARKS,
    // The page is fitted once the size of the window is known.
    window: { width: 0, height: 0 },
    view: { zoom: 1, x: 0, y: 0 },
    fontsRelease: 0,
    pixelRatio: globalThis.devicePixelRatio ?? 1,
    frame: null,
    isShown: false,
    drawError: null,
    exactness: 'browser',
    exactReason: null,
    isExactHeld: false,
    stacked: null,
    readOnly: 'opening',
  })
}
