import { parseTemplate } from '@pictable/renderer/template'
import { expect, test } from 'vitest'
import { croppedAt } from '#dashboard/screens/editor/session/crop-actions.ts'
import { drawAsWritten, openTestSession, selectNamed } from '#dashboard/screens/editor/session/session.test-kit.ts'

test('a picture is cropped beside its own source, not beside those of outlines', () => {
  const box = { x: 0, y: 0, width: 40, height: 40 }
  const picture = { type: 'picture', src: 'https://example.com/a.png' } as const
  const session = openTestSession([
    { ...box, type: 'image', name: 'Photo', src: picture.src },
    { ...box, type: 'ellipse', name: 'Frame', fill: picture, stroke: { width: 2, color: picture } },
    { ...box, type: 'ellipse', name: 'Ring', stroke: { width: 2, color: picture } },
  ])
  drawAsWritten(session)
  const pathsOf = (...names: readonly string[]) => {
    selectNamed(session, ...names)
    const paths = [['src'], ['fill', 'src'], ['stroke', 'color', 'src'], ['fill']]
    return paths.filter((path) => croppedAt(session.state, path) !== undefined).map((path) => path.join('.'))
  }
  expect(pathsOf('Photo')).toEqual(['src'])
  expect(pathsOf('Frame')).toEqual(['fill.src'])
  expect(pathsOf('Ring')).toEqual([])
  expect(pathsOf('Photo', 'Frame')).toEqual([])
})

test.each([
  [{ type: 'text', text: 'Words' }, true],
  [{ type: 'star' }, true],
  [{ type: 'group', children: [] }, true],
  [{ type: 'table', rows: [['Tea']] }, false],
  [{ type: 'path-text', text: 'Words', path: 'M0 0 L40 40' }, false],
  [{ type: 'qr-code', value: 'x' }, false],
])('the picture that fills %j is cropped only where it fills the box', (kind, isCropped) => {
  const fill = { type: 'picture', src: 'https://example.com/a.png' }
  const layer = { x: 0, y: 0, width: 40, height: 40, name: 'Layer', ...kind, fill }
  const { layers } = parseTemplate({ schema: 1, width: 100, height: 100, layers: [layer] })
  const session = openTestSession(layers)
  drawAsWritten(session)
  selectNamed(session, 'Layer')
  expect(croppedAt(session.state, ['fill', 'src']) !== undefined).toBe(isCropped)
})
