import { describe, expect, test } from 'vitest'
import { createOpenedPictures, type Opened } from './opened-pictures.ts'

/** A picture that is opened when the test says so. */
function slowPicture(scale: number) {
  const { promise, resolve, reject } = Promise.withResolvers<Opened>()
  const picture = { width: 10, height: 10 } as ImageBitmap
  let count = 0
  const work = () => {
    count++
    return promise
  }
  return { scale, work, done: () => resolve({ picture, scale, natural: picture }), fail: reject, opens: () => count }
}

const bytes = new Uint8Array(1)

describe('opened pictures', () => {
  test('are opened once, whatever number of frames asks', async () => {
    const pictures = createOpenedPictures()
    const slow = slowPicture(0.25)
    const asked = [0.25, 0.25, 0.125].map((scale) => pictures.open(bytes, scale, slow.work))
    slow.done()
    expect(new Set(await Promise.all(asked)).size).toBe(1)
    expect(slow.opens()).toBe(1)
    expect(pictures.get(bytes, 0.25)?.scale).toBe(0.25)
    expect(pictures.get(bytes, 0.5)).toBeUndefined()
  })

  test('are opened again where more pixels are needed, and the larger one is kept', async () => {
    const pictures = createOpenedPictures()
    const [small, whole] = [slowPicture(0.125), slowPicture(1)]
    const asked = [pictures.open(bytes, 0.125, small.work), pictures.open(bytes, 1, whole.work)]
    whole.done()
    await asked[1]
    small.done()
    await asked[0]
    expect(pictures.get(bytes, 1)?.scale).toBe(1)
  })

  test('are opened two at a time', async () => {
    const pictures = createOpenedPictures()
    const all = [0, 1, 2].map(() => ({ ...slowPicture(1), bytes: new Uint8Array(1) }))
    const asked = all.map((each) => pictures.open(each.bytes, 1, each.work))
    await Promise.resolve()
    expect(all.map(({ opens }) => opens())).toEqual([1, 1, 0])
    all[1]?.done()
    await asked[1]
    expect(all.map(({ opens }) => opens())).toEqual([1, 1, 1])
    for (const { done } of all) done()
    await Promise.all(asked)
  })

  test('may be tried again after a failure', async () => {
    const pictures = createOpenedPictures()
    const [bad, good] = [slowPicture(1), slowPicture(1)]
    const asked = pictures.open(bytes, 1, bad.work)
    bad.fail(new Error('busy'))
    await expect(asked).rejects.toThrow('busy')
    good.done()
    expect((await pictures.open(bytes, 1, good.work)).scale).toBe(1)
  })
})
