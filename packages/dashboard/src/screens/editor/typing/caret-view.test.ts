import { expect, test } from 'vitest'
import { viewOfCaret } from './caret-view.ts'

const view = { zoom: 2, x: 10, y: 20 }
const window = { width: 400, height: 300 }

test.each([
  ['in sight', { x: 100, y: 100, height: 30 }, [10, 20]],
  ['beyond the right edge', { x: 500, y: 100, height: 30 }, [-114, 20]],
  ['beyond the left edge', { x: -50, y: 100, height: 30 }, [84, 20]],
  ['below the window', { x: 100, y: 290, height: 30 }, [10, -24]],
  ['above the window', { x: 100, y: -10, height: 30 }, [10, 54]],
  ['higher than the window', { x: 100, y: 50, height: 500 }, [10, -30]],
])('viewOfCaret() moves the view of a caret that is %s as little as needed', (_where, caret, [x, y]) => {
  expect(viewOfCaret(view, { ...caret, width: 0 }, window)).toEqual({ zoom: 2, x, y })
})
