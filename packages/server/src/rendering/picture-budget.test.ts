import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseTemplate } from '@pictable/renderer'
import { expect, onTestFinished, test } from 'vitest'
import { createRenderPool, type RenderPoolOptions } from './render-pool.ts'

const photo = await readFile(join(import.meta.dirname, '../../../../examples/photos/teapot.jpg'))

/** A pool of one process, and a render in it that shows these. */
async function open(options: Omit<RenderPoolOptions, 'processes' | 'compiledFolder'>) {
  const pool = createRenderPool({
    processes: 1,
    deadlineMs: 60_000,
    compiledFolder: process.env.NODE_COMPILE_CACHE,
    ...options,
  })
  onTestFinished(() => pool.close())
  await pool.start()
  const box = { width: 100, height: 100 }
  const render = (...sources: string[]) => {
    const layers = sources.map((src) => ({ type: 'image', name: src, src, ...box }))
    const design = parseTemplate({ schema: 1, ...box, layers })
    const version = { templateId: 'tpl_1', version: 1, design, createdAt: new Date(0) }
    return pool.render({ version, values: {}, modifications: [], output: { formats: ['png'] }, fonts: [] })
  }
  return { render, pid: pool.stats().processes[0]?.pid ?? 0 }
}

test('time in which pictures have to wait for others is not held against a record', async () => {
  // All of the time until then is one in which some picture waits, however late a timer fires.
  let endedMs = Number.POSITIVE_INFINITY
  const startedMs = performance.now()
  const { render } = await open({
    async loadPicture() {
      await new Promise((resolve) => setTimeout(resolve, 400))
      return photo
    },
    pictureDeadlineMs: 100,
    pictureBudget: { hold: () => () => {}, waitedMs: () => Math.min(performance.now(), endedMs) - startedMs },
  })
  await expect(render('asset:1')).resolves.toBeDefined()
  endedMs = performance.now()
  await expect(render('https://example.com/1.jpg')).rejects.toMatchObject({ code: 'image_timeout' })
})

test('a picture is handed over as soon as it is there, and counted until it has been, or its process is gone', async () => {
  const other = Promise.withResolvers<Buffer>()
  const asked: string[] = []
  const held: number[] = []
  let handedOver = 0
  const { render, pid } = await open({
    loadPicture(src) {
      asked.push(src)
      return src === 'asset:1' ? Promise.resolve(photo) : other.promise
    },
    pictureBudget: {
      hold(bytes) {
        held.push(bytes)
        return () => handedOver++
      },
      waitedMs: () => 0,
    },
  })
  const rendered = render('asset:1', 'asset:2')
  await expect.poll(() => handedOver).toBe(1)
  await expect.poll(() => asked).toHaveLength(2)
  expect(held).toEqual([photo.length])
  process.kill(pid, 'SIGSTOP')
  const large = Buffer.concat([photo, Buffer.alloc(4_000_000)])
  other.resolve(large)
  await expect.poll(() => held).toEqual([photo.length, large.length])
  expect(handedOver).toBe(1)
  process.kill(pid, 'SIGKILL')
  await expect(rendered).resolves.toBeDefined()
  expect(handedOver).toBe(held.length)
})

test('a process that takes nothing any more does not keep the downloads of the others waiting', async () => {
  const [one, other] = [Promise.withResolvers<Buffer>(), Promise.withResolvers<Buffer>()]
  const asked: string[] = []
  const held = new Set<number>()
  const { render, pid } = await open({
    deadlineMs: 300,
    loadPicture(src) {
      asked.push(src)
      return (src === 'asset:1' ? one : other).promise
    },
    pictureBudget: {
      hold(bytes) {
        held.add(bytes)
        return () => held.delete(bytes)
      },
      waitedMs: () => 0,
    },
  })
  const rendered = render('asset:1', 'asset:2').catch(() => {})
  await expect.poll(() => asked).toHaveLength(2)
  process.kill(pid, 'SIGSTOP')
  one.resolve(Buffer.concat([photo, Buffer.alloc(4_000_000)]))
  await expect.poll(() => held.size).toBe(1)
  await expect.poll(() => held.size).toBe(0)
  process.kill(pid, 'SIGKILL')
  other.resolve(photo)
  await rendered
})
