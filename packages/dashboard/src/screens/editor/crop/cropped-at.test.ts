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
