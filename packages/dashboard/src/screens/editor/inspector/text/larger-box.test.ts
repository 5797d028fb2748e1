import { apply, frameCorners, frameOf, idOfName, layerAt } from '@pictable/editor'
import type { TemplateInput } from '@pictable/renderer/browser'
import { expect, test } from 'vitest'
import { drawAsWritten, openTestSession } from '#dashboard/screens/editor/session/session.test-kit.ts'
import { largerBox } from './larger-box.ts'

type Layer = TemplateInput['layers'][number]
type Text = Extract<Layer, { type: 'text' }>
type Group = Extract<Layer, { type: 'group' }>

const words = { type: 'text', name: 'Words', text: 'Words', x: 100, y: 100, width: 200, height: 40 } as const

/** The frame of the text before and after; undefined where no larger box is offered. */
function larger(own: Partial<Text>, height: number, around?: Partial<Group>) {
  const text: Text = { ...words, ...own }
  const size = { width: 400, height: 100 }
  const session = openTestSession(
    around ? [{ type: 'group', name: 'Around', x: 50, y: 50, ...size, ...around, children: [text] }] : [text],
  )
  drawAsWritten(session)
  const { document } = session.state
  const id = idOfName(document, 'Words') ?? ''
  const verticalAlign = typeof text.verticalAlign === 'string' ? text.verticalAlign : 'top'
  const commands = largerBox(session.state, id, { height, verticalAlign })
  if (!commands) return undefined
  const frames = [document, apply(document, { type: 'batch', commands }).document].map((each) =>
    frameOf(layerAt(each, id) ?? {}),
  )
  const [before = frameOf({}), after = frameOf({})] = frames
  return { before, after }
}

test.each([
  ['top', 100],
  ['middle', 80],
  ['bottom', 60],
] as const)('a larger box of a text at the %s begins at %d px', (verticalAlign, y) => {
  expect(larger({ verticalAlign }, 80)?.after).toMatchObject({ x: 100, y, width: 200, height: 80 })
})

test.each([
  [{ rotation: 90 }, [0, 1]],
  [{ rotation: 30, rotationOrigin: { x: 0, y: 1 } }, [0, 1]],
  [{ rotation: 30, verticalAlign: 'bottom' }, [2, 3]],
  // In the coordinates of the layer, of which the upper edge is the lower one then.
  [{ rotation: 30, flip: 'vertical' }, [0, 1]],
  [{ flip: 'both', verticalAlign: 'bottom' }, [2, 3]],
] as const satisfies readonly (readonly [Partial<Text>, readonly number[]])[])(
  'a larger box of a text with %j keeps the edge that its lines are at',
  (own, corners) => {
    const found = larger(own, 80)
    expect(found?.after.height).toBe(80)
    for (const at of corners) {
      const [before, after] = [found?.before, found?.after].map((frame) => frame && frameCorners(frame)[at])
      expect(after?.x).toBeCloseTo(before?.x ?? Number.NaN, 2)
      expect(after?.y).toBeCloseTo(before?.y ?? Number.NaN, 2)
    }
  },
)

test.each([
  ['to the end of the page', true, {}, 300],
  ['beyond the page', false, {}, 301],
  ['beyond its upper end', false, { verticalAlign: 'bottom' }, 141],
  ['beyond it to the side', false, { rotation: 90, rotationOrigin: { x: 0, y: 0 } }, 101],
  ['of a box that begins beyond it', true, { y: -20 }, 60],
  ['of a box that ends beyond it', false, { y: 380 }, 60],
] as const satisfies readonly (readonly [string, boolean, Partial<Text>, number])[])(
  'a larger box %s is offered: %s',
  (_, isOffered, own, height) => {
    expect(larger(own, height) !== undefined).toBe(isOffered)
  },
)

test.each([
  [{ clip: true }, 60, true],
  [{ clip: true }, 61, false],
  [{ clip: { bind: 'Clipped' } }, 61, false],
  [{}, 61, true],
  [{ clip: true, fit: 'grow' }, 61, true],
  [{ clip: true, layout: 'free', fit: 'hug' }, 61, true],
  [{ x: 50, y: 350 }, 61, false],
] as const satisfies readonly (readonly [Partial<Group>, number, boolean])[])(
  'in a group with %j, a box of %d px is offered: %s',
  (around, height, isOffered) => {
    expect(larger({ x: 10, y: 40 }, height, around) !== undefined).toBe(isOffered)
  },
)

test.each([
  ['y', 'top', true],
  ['y', 'bottom', false],
  ['x', 'bottom', true],
  ['height', 'top', false],
] as const)(
  'where a field decides %s, a larger box of a text at the %s is offered: %s',
  (key, verticalAlign, isOffered) => {
    const session = openTestSession([words])
    drawAsWritten(session)
    const id = idOfName(session.state.document, 'Words') ?? ''
    session.run({ type: 'set', target: id, path: [key], value: { bind: 'Field' } })
    expect(largerBox(session.state, id, { height: 60, verticalAlign }) !== undefined).toBe(isOffered)
  },
)
