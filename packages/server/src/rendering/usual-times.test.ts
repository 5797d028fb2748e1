import { expect, test } from 'vitest'
import { tellUsualTimes } from './usual-times.ts'

/** Renders with these times in their reports. */
function renders(...timesMs: number[]) {
  const clock = { ms: 0 }
  const tell = tellUsualTimes(() => clock.ms)
  const render = async () => {
    const ms = timesMs.shift()
    if (ms === undefined) throw new Error('it was rendered too often')
    clock.ms += ms
    if (ms === 0) throw new Error('the record failed')
    return { files: [], report: { ms } }
  }
  return async () => (await tell(render)).report.ms
}

test('the report of the first image of a process has the times of a second render, and no other is rendered twice', async () => {
  const render = renders(600, 40, 42, 41)
  expect([await render(), await render(), await render()]).toEqual([40, 42, 41])
})

test('a record that fails leaves the first image to the next one', async () => {
  const render = renders(0, 600, 40, 42)
  await expect(render()).rejects.toThrow('failed')
  expect([await render(), await render()]).toEqual([40, 42])
})

test('what takes long takes long each time: it is rendered once', async () => {
  const render = renders(20_000, 42)
  expect([await render(), await render()]).toEqual([20_000, 42])
})
