import { expect, test, vi } from 'vitest'
import { pointer } from '#dashboard/screens/editor/gestures/pointer.test-kit.ts'
import { drawAsWritten, openTestSession } from '#dashboard/screens/editor/session/session.test-kit.ts'

// The client of the API reads it once.
vi.stubGlobal('location', { origin: 'http://localhost' })
const { dropAsset, dropAt } = await import('./drop-asset.ts')
const { pictureAsset } = await import('./place-asset.ts')
const { setFallback } = await import('./replaced-field.ts')

const vase = pictureAsset('Vase', 'asset:vase', { width: 40, height: 30 })
const bound = { bind: 'Photo' } as const

function open() {
  const photo = { type: 'image', name: 'Photo', x: 0, y: 0, width: 200, height: 100, src: bound } as const
  const session = openTestSession([photo], { Photo: 'asset:mug' })
  drawAsWritten(session)
  const now = () => {
    const { design, sample } = session.state.document
    const [layer = {}] = design.layers
    const fallback = 'fallback' in layer ? { fallback: layer.fallback } : {}
    return { src: Reflect.get(layer, 'src'), photo: sample.Photo, ...fallback }
  }
  return { session, now }
}

test('56: a picture replaces what it was dropped on, whatever record is shown once it is uploaded', () => {
  const { session, now } = open()
  const sample = dropAt(session, pointer(50, 50), vase)
  session.set({ record: 0 })
  dropAsset(session, vase, sample)
  expect(now()).toEqual({ src: bound, photo: 'asset:vase' })
})

test('56: a picture that was dropped on that of a record replaces the field, also when the sample is shown then', () => {
  const { session, now } = open()
  session.set({ record: 0 })
  const layer = dropAt(session, pointer(50, 50), vase)
  session.set({ record: null })
  dropAsset(session, vase, layer)
  expect(now()).toEqual({ src: 'asset:vase', photo: 'asset:mug' })
})

test('56: the field that a picture replaced fills the layer again, with the picture where records have none', () => {
  const { session, now } = open()
  session.set({ record: 0 })
  const drop = dropAt(session, pointer(50, 50), vase)
  dropAsset(session, vase, drop)
  const replaced = { layer: drop.target ?? '', before: bound, value: vase.value }
  setFallback(session, replaced)
  expect(now()).toEqual({ src: bound, photo: 'asset:mug', fallback: 'asset:vase' })
  session.undo()
  expect(now()).toEqual({ src: 'asset:vase', photo: 'asset:mug' })
  session.undo()
  expect(now()).toEqual({ src: bound, photo: 'asset:mug' })
})
