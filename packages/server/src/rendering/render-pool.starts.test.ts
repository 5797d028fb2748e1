import { readdirSync, readFileSync } from 'node:fs'
import { constants, getPriority } from 'node:os'
import { parseTemplate } from '@pictable/renderer'
import { expect, onTestFinished, test } from 'vitest'
import type { RenderJob } from '#core/ports/renderer.ts'
import { createRenderPool } from './render-pool.ts'

const design = parseTemplate({
  schema: 1,
  width: 100,
  height: 100,
  layers: [{ type: 'text', name: 'Title', text: { bind: 'Name' }, width: 100, height: 100, fontSize: 30 }],
})

function job(name: string): RenderJob {
  const version = { templateId: 'tpl_1', version: 1, design, createdAt: new Date(0) }
  return { version, values: { Name: name }, modifications: [], output: { formats: ['png'] }, fonts: [] }
}

test('processes that do not start fail no record while another one is ready, and are not started without pause', async () => {
  const pool = createRenderPool({
    processes: 2,
    deadlineMs: 60_000,
    compiledFolder: process.env.NODE_COMPILE_CACHE,
    loadPicture: async () => new Uint8Array(),
  })
  onTestFinished(() => pool.close())
  await pool.render(job('Tea'))
  const [ready] = pool.stats().processes
  const killed = new Set<number>()
  const killing = setInterval(() => {
    for (const { pid } of pool.stats().processes) {
      if (pid === undefined || pid === ready?.pid || killed.has(pid)) continue
      process.kill(pid, 'SIGKILL')
      killed.add(pid)
    }
  }, 1)
  try {
    for (let round = 0; round < 10; round++) {
      const rendered = Array.from({ length: 20 }, (_, n) => pool.render(job(`Tea ${round} ${n}`)))
      await expect(Promise.all(rendered)).resolves.toHaveLength(20)
      while (killed.size === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    }
  } finally {
    clearInterval(killing)
  }
  expect(killed.size).toBeLessThanOrEqual(10)
  expect(pool.stats().processes.map(({ pid }) => pid)).toContain(ready?.pid)
})

test('a process that renders lets the service go first, with all of its threads', async () => {
  const pool = createRenderPool({
    processes: 1,
    deadlineMs: 60_000,
    compiledFolder: process.env.NODE_COMPILE_CACHE,
    loadPicture: async () => new Uint8Array(),
  })
  onTestFinished(() => pool.close())
  await pool.start()
  await pool.render(job('Tea'))
  const [{ pid } = { pid: undefined }] = pool.stats().processes
  const threads = readdirSync(`/proc/${pid}/task`)
  expect(threads.length).toBeGreaterThan(4)
  const names = threads.map((id) => readFileSync(`/proc/${pid}/task/${id}/comm`, 'utf8').trim())
  const priorities = threads.map((id) => getPriority(Number(id)))
  const { PRIORITY_BELOW_NORMAL } = constants.priority
  expect(Object.fromEntries(names.map((name, at) => [`${name} ${threads[at]}`, priorities[at]]))).toEqual(
    Object.fromEntries(names.map((name, at) => [`${name} ${threads[at]}`, PRIORITY_BELOW_NORMAL])),
  )
})
