import { idOfName } from '@pictable/editor'
import type { TemplateInput } from '@pictable/renderer/browser'
import type { OpenTemplate } from '#dashboard/parts/templates/template.ts'
import type { PlacedLayer } from '#dashboard/screens/editor/engine/engine.ts'
import { openSession } from './open-session.ts'
import type { EditorSession } from './session.ts'

/** A session that may be changed, of a page of 600 x 400. */
export function openTestSession(
  layers: TemplateInput['layers'] = [],
  sample: OpenTemplate['sample'] = {},
): EditorSession {
  const session = openSession({ id: 'tpl_1', sample }, { schema: 1, name: 'Test', width: 600, height: 400, layers })
  session.set({ readOnly: null })
  return session
}

/** Draws the layers of the page and of its groups where they say that they are. */
export function drawAsWritten(session: EditorSession): void {
  const { design } = session.state.document
  const placed = new Map<string, PlacedLayer>()
  const visit = (layers: readonly object[], { path, x, y }: { path: readonly number[]; x: number; y: number }) => {
    for (const [at, layer] of layers.entries()) {
      const number = (key: string) => Number(Reflect.get(layer, key) ?? 0)
      const place = { path: [...path, at], x: x + number('x'), y: y + number('y') }
      const size = { width: number('width'), height: number('height') }
      placed.set(place.path.join('.'), {
        ...{ path: place.path, name: String(Reflect.get(layer, 'name')), ...size },
        matrix: [1, 0, 0, 1, place.x, place.y],
        bounds: { x: place.x, y: place.y, ...size },
        ...{
          textBounds: undefined,
          baselines: undefined,
          error: undefined,
          warnings: [],
          information: [],
          isLoading: false,
        },
      })
      const children: unknown = Reflect.get(layer, 'children')
      if (Array.isArray(children)) visit(children, place)
    }
  }
  visit(design.layers, { path: [], x: 0, y: 0 })
  const page = { error: undefined, loading: false, warnings: [], information: [] }
  const nothing = { report: {}, pending: undefined, hasFailedLoads: false }
  session.set({
    frame: { design, values: {}, scale: 1, placed, page, ...nothing, draw: () => false },
  })
}

/** Selects layers by their names. */
export function selectNamed(session: EditorSession, ...names: readonly string[]): void {
  session.set({ selection: names.flatMap((name) => idOfName(session.state.document, name) ?? []) })
}
