import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Crop, croppedPicture, MAX_ZOOM, moveCrop, scaleCrop, zoomCrop } from './crop.ts'

const picture = { width: 2000, height: 1000 }
const box = { width: 100, height: 100 }
const middle: Crop = { focalPoint: { x: 0.5, y: 0.5 }, zoom: 1 }

test('croppedPicture() covers the box around the focal point, as far as the picture allows', () => {
  expect(croppedPicture(picture, box, middle)).toEqual({ x: -50, y: -0, width: 200, height: 100 })
  expect(croppedPicture(picture, box, { ...middle, zoom: 2 })).toEqual({ x: -150, y: -50, width: 400, height: 200 })
  expect(croppedPicture(picture, box, { focalPoint: { x: 0, y: 1 }, zoom: 2 })).toMatchObject({ x: -0, y: -100 })
})

test('moveCrop() moves the picture until its edge is at that of the box', () => {
  expect(moveCrop({ picture, box, crop: middle }, { x: 20, y: 30 })).toEqual({
    focalPoint: { x: 0.4, y: 0.5 },
    zoom: 1,
  })
  expect(moveCrop({ picture, box, crop: middle }, { x: 500, y: 0 }).focalPoint.x).toBe(0.25)
})

test('scaleCrop() keeps the opposite corner where it is', () => {
  const crop = scaleCrop({ picture, box, crop: middle }, { isRight: true, isBottom: true }, { x: 350, y: 100 })
  expect(crop.zoom).toBe(2)
  expect(croppedPicture(picture, box, crop)).toMatchObject({ x: -50, y: -0 })
  const left = scaleCrop({ picture, box, crop }, { isRight: false, isBottom: false }, { x: 0, y: 0 })
  expect(left.zoom).toBeLessThanOrEqual(crop.zoom)
})

const size = fc.record({ width: fc.integer({ min: 1, max: 4000 }), height: fc.integer({ min: 1, max: 4000 }) })
const share = fc.double({ min: 0, max: 1, noNaN: true })
const far = fc.integer({ min: -5000, max: 5000 })
const anyCrop = fc.record({
  focalPoint: fc.record({ x: share, y: share }),
  zoom: fc.double({ min: 1, max: MAX_ZOOM, noNaN: true }),
})

test('whatever is dragged, the picture covers its box and stays within its bounds', () => {
  fc.assert(
    fc.property(size, size, anyCrop, far, far, fc.boolean(), (shown, frame, crop, x, y, isRight) => {
      const cropping = { picture: shown, box: frame, crop }
      const crops = [
        moveCrop(cropping, { x, y }),
        scaleCrop(cropping, { isRight, isBottom: !isRight }, { x, y }),
        zoomCrop(cropping, 2 ** (x / 1000)),
      ]
      for (const { focalPoint, zoom } of crops) {
        expect(zoom).toBeGreaterThanOrEqual(1)
        expect(zoom).toBeLessThanOrEqual(MAX_ZOOM)
        for (const part of [focalPoint.x, focalPoint.y]) expect(part >= 0 && part <= 1).toBe(true)
      }
    }),
  )
})
