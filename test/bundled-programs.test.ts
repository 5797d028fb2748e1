import { expect, test } from 'vitest'
import { makersOfPrograms } from '#test/bundled-programs.ts'
import { filesOf } from '#test/kept.ts'

test('makersOfPrograms() has what the server starts by its path, and what that loads', () => {
  const files = filesOf(makersOfPrograms())
  const server = 'packages/server/src'
  const needed = ['main.ts', 'rendering/child.ts', 'sandbox/launch.ts', 'sources/table-file/child.ts', 'app.ts']
  expect(files).toEqual(expect.arrayContaining(needed.map((path) => `${server}/${path}`)))
  expect(files).toEqual(
    expect.arrayContaining(['test/chaos/fault-points.ts', 'packages/renderer/src/render/render.ts']),
  )
})
