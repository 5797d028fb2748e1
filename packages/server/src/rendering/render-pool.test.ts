import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TemplateValue } from '@pictable/model/value'
import { parseTemplate, type TemplateInput } from '@pictable/renderer'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { AppError } from '#core/errors.ts'
import type { LoadPicture } from '#core/image/load-picture.ts'
import type { RenderJob } from '#core/ports/renderer.ts'
import { RecordError } from '#core/run/record-error.ts'
import { createRenderPool, type RenderPool, type RenderPoolOptions } from './render-pool.ts'

const card: TemplateInput = {
  schema: 1,
  width: 300,
  height: 200,
  background: '#ffeecc',
  layers: [
    { type: 'image', name: 'Photo', src: { bind: 'Photo' }, width: 150, height: 200 },
    { type: 'text', name: 'Title', text: { bind: 'Name' }, x: 160, width: 130, height: 200, fontSize: 30 },
  ],
}

/** Takes all places of a process, and long enough that it is still busy when the test looks. */
const poster: TemplateInput = {
  schema: 1,
  width: 2500,
  height: 2500,
  layers: [
    {
      type: 'rectangle',
      name: 'Wall',
      width: 2500,
      height: 2500,
      fill: { type: 'conic', stops: [{ color: '#102030' }, { color: '#e0f0ff' }] },
    },
    { type: 'text', name: 'Title', text: { bind: 'Name' }, width: 2000, height: 400, fontSize: 200 },
  ],
}

function job(input: TemplateInput, values: Record<string, TemplateValue>, more: Partial<RenderJob> = {}): RenderJob {
  const version = { templateId: 'tpl_1', version: 1, design: parseTemplate(input), createdAt: new Date(0) }
  return { version, values, modifications: [], output: { formats: ['png'] }, fonts: [], ...more }
}

const photo = await readFile(join(import.meta.dirname, '../../../../examples/photos/teapot.jpg'))

const pools: RenderPool[] = []
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close()
})

function create(options: Partial<RenderPoolOptions> = {}): RenderPool {
  // A slow machine must not fail a record here: only tests about deadlines set short ones.
  const compiledFolder = process.env.NODE_COMPILE_CACHE
  return createRenderPool({
    processes: 1,
    deadlineMs: 60_000,
    compiledFolder,
    loadPicture: async () => photo,
    ...options,
  })
}

/** One of its own: for tests that end its processes, count them, or set something. */
function open(options: Partial<RenderPoolOptions> = {}): RenderPool {
  const pool = create(options)
  pools.push(pool)
  return pool
}

let loadShared: LoadPicture
const shared = create({ loadPicture: (src, signal) => loadShared(src, signal) })
afterAll(() => shared.close())

/** The pool of those that need none of their own; it loads pictures like this from now on. */
function share(loadPicture: LoadPicture = async () => photo): RenderPool {
  loadShared = loadPicture
  return shared
}

/** The pid of a process that holds records, once there is one. */
async function busy(pool: RenderPool, not?: number): Promise<number> {
  for (;;) {
    const pid = pool.stats().processes.find(({ inFlight }) => inFlight > 0)?.pid
    if (pid !== undefined && pid !== not) return pid
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const png = [0x89, 0x50, 0x4e, 0x47]

describe('createRenderPool()', () => {
  test('renders every format asked for, with a report', async () => {
    const pool = share()
    const asked = job(
      card,
      { Name: 'Tea', Photo: 'asset:1' },
      { output: { formats: ['png', 'jpeg', 'webp'], scale: 2 } },
    )
    const { files, report } = await pool.render(asked)
    expect(files.map(({ format, widthPx, heightPx }) => [format, widthPx, heightPx])).toEqual([
      ['png', 600, 400],
      ['jpeg', 600, 400],
      ['webp', 600, 400],
    ])
    expect([...(files[0]?.bytes.subarray(0, 4) ?? [])]).toEqual(png)
    expect(report).toMatchObject({ layers: { Title: { lines: 1 } }, warnings: [] })
  })

  test('leaves the way to its pictures to a job that knows one', async () => {
    const pool = share(async (src) => (src === 'asset:2' ? photo : Promise.reject(new Error(src))))
    const asked: string[] = []
    const { files } = await pool.render(
      job(
        card,
        { Name: 'Tea', Photo: 'asset:1' },
        {
          load: (src, signal, load) => {
            asked.push(src)
            return load('asset:2', signal)
          },
        },
      ),
    )
    expect(files).toHaveLength(1)
    expect(asked).toEqual(['asset:1'])
  })

  test('gives equal bytes for equal records, whichever process makes them', async () => {
    const pool = open({ processes: 2 })
    await pool.start()
    const records = Array.from({ length: 12 }, () => pool.render(job(card, { Name: 'Tea', Photo: 'asset:1' })))
    const rendered = await Promise.all(records)
    const hashes = new Set(rendered.map(({ files }) => Buffer.from(files[0]?.bytes ?? []).toString('base64')))
    expect(hashes.size).toBe(1)
    expect(pool.stats().processes.filter(({ renders }) => renders > 0)).toHaveLength(2)
  })

  test('passes modifications and tells designs apart by what is in them', async () => {
    const pool = share()
    const plain = await pool.render(job(card, { Name: 'Tea' }))
    const changed = await pool.render(job(card, { Name: 'Tea' }, { modifications: [{ name: 'Title', fill: 'red' }] }))
    const other = await pool.render(job({ ...card, background: '#000000' }, { Name: 'Tea' }))
    const bytes = [plain, changed, other].map(({ files }) => Buffer.from(files[0]?.bytes ?? []).toString('base64'))
    expect(new Set(bytes).size).toBe(3)
  })

  test.each([
    ['a picture cut short', async () => photo.subarray(0, 20_000), 'image_truncated'],
    ['a picture that is none', async () => Buffer.from('<html>'), 'image_type'],
    [
      'a drawing that asks for a file',
      async () => Buffer.from('<svg><image href="/etc/passwd"/></svg>'),
      'svg_refused',
    ],
    [
      'a picture that cannot be had',
      async () => {
        throw new RecordError('image_forbidden', 'the image returned 403')
      },
      'image_forbidden',
    ],
  ])('%s fails the record, with its layer and its variable', async (_what, loadPicture, code) => {
    const pool = share(loadPicture)
    const failure = await pool.render(job(card, { Name: 'Tea', Photo: 'asset:1' })).catch((error) => error)
    expect(failure).toBeInstanceOf(RecordError)
    expect(failure).toMatchObject({ code, layer: 'Photo', variable: 'Photo' })
    await expect(pool.render(job(card, { Name: 'Tea' }))).resolves.toBeDefined()
  })

  test('an address that is written with values is loaded as a bound one is', async () => {
    const asked: string[] = []
    const pool = share(async (src) => {
      asked.push(src)
      return photo
    })
    const written = (src: string) => {
      return { ...card, layers: [{ type: 'image' as const, name: 'Photo', width: 9, height: 9, src }] }
    }
    const values = { SKU: '../tea & cake', Photo: 'http://169.254.169.254/latest/meta-data/' }
    await pool.render(job(written('https://shop.example/{{SKU | url}}.jpg'), values))
    await pool.render(job(written('{{Photo}}'), values))
    await pool.render(job(written('https://shop.example/\\{{SKU}}.jpg'), values))
    // Without one of its parts, there is no picture.
    await pool.render(job(written('https://shop.example/{{None}}.jpg'), values))
    await pool.render(job(written('https://shop.example/{{None || "none"}}.jpg'), values))
    expect(asked).toEqual([
      'https://shop.example/..%2Ftea%20%26%20cake.jpg',
      'http://169.254.169.254/latest/meta-data/',
      'https://shop.example/{{SKU}}.jpg',
      'https://shop.example/none.jpg',
    ])
  })

  test('a drawing whose groups lie far outside of it ends no process', async () => {
    const far = '<g opacity=".5"><rect x="9000" width="5" height="5"/><rect x="9100" width="5" height="5"/></g>'
    const text = `<svg viewBox="0 0 9 9"><rect width="9" height="9"/>${far}<text>Tea</text></svg>`
    const pool = share(async () => Buffer.from(text))
    await expect(pool.render(job(card, { Name: 'Tea', Photo: 'asset:1' }))).resolves.toBeDefined()
    expect(pool.stats()).toMatchObject({ crashed: 0 })
  })

  test('an unknown layer in a modification fails the record', async () => {
    const pool = share()
    const asked = job(card, { Name: 'Tea' }, { modifications: [{ name: 'Nowhere', text: 'x' }] })
    await expect(pool.render(asked)).rejects.toMatchObject({ name: 'RecordError', code: 'modification_unknown' })
  })

  test('a storage that does not work is no fault of the record', async () => {
    const down = new AppError('storage_unavailable', 'The disk is gone.')
    const src = { bind: 'Photo' }
    const withFallback: TemplateInput = {
      ...card,
      layers: [{ type: 'image', name: 'Photo', src, fallback: 'asset:2', width: 9, height: 9 }],
    }
    const pool = share(() => Promise.reject(down))
    await expect(pool.render(job(withFallback, { Photo: 'asset:1' }))).rejects.toBe(down)
    await expect(pool.render(job(poster, { Name: 'Tea' }))).resolves.toBeDefined()
  })

  test('a record that takes too long fails and its process is replaced', async () => {
    const pool = open({ deadlineMs: 1 })
    await expect(pool.render(job(poster, { Name: 'Tea' }))).rejects.toMatchObject({
      name: 'RecordError',
      code: 'render_timeout',
    })
    expect(pool.stats()).toMatchObject({ timedOut: 1, failed: 1 })
  })

  test.skipIf(process.platform !== 'linux')(
    'time in which its process had no processor is not held against a record',
    async () => {
      const pool = open({ deadlineMs: 1000 })
      await pool.start()
      const [pid = 0] = pool.stats().processes.map((process) => process.pid)
      process.kill(pid, 'SIGSTOP')
      const rendered = pool.render(job(card, { Name: 'Tea' }))
      await new Promise((resolve) => setTimeout(resolve, 1500))
      process.kill(pid, 'SIGCONT')
      await expect(rendered).resolves.toBeDefined()
      expect(pool.stats()).toMatchObject({ timedOut: 0, crashed: 0, failed: 0 })
    },
  )

  test('a picture that never comes fails its record only, and ends no process', async () => {
    const never = (src: string, signal: AbortSignal) =>
      src === 'asset:1'
        ? Promise.resolve(photo)
        : new Promise<never>((_, reject) => signal.addEventListener('abort', reject))
    const pool = open({ loadPicture: never, pictureDeadlineMs: 30 })
    await pool.start()
    const [far, ours, near] = await Promise.allSettled([
      pool.render(job(card, { Name: 'Tea', Photo: 'https://example.com/2.jpg' })),
      pool.render(job(card, { Name: 'Tea', Photo: 'asset:2' })),
      pool.render(job(card, { Name: 'Tea', Photo: 'asset:1' })),
    ])
    expect(far).toMatchObject({ reason: { name: 'RecordError', code: 'image_timeout' } })
    // our own storage that does not answer is no fault of the record
    expect(ours).toMatchObject({ reason: { name: 'AppError', code: 'storage_unavailable' } })
    expect(near).toMatchObject({ status: 'fulfilled' })
    expect(pool.stats()).toMatchObject({ timedOut: 0, crashed: 0 })
  })

  test('records that wait for pictures take no place from others', async () => {
    const gate = Promise.withResolvers<Buffer>()
    const pool = share(() => gate.promise)
    const waiting = Array.from({ length: 4 }, () => pool.render(job(card, { Name: 'Tea', Photo: 'asset:1' })))
    await expect(pool.render(job(card, { Name: 'No photo' }))).resolves.toBeDefined()
    gate.resolve(photo)
    await expect(Promise.all(waiting)).resolves.toHaveLength(4)
  })

  test('whoever wants an image when too many wait is told to come again; a batch is not', async () => {
    const gate = Promise.withResolvers<Buffer>()
    const pool = open({ loadPicture: () => gate.promise })
    await pool.start()
    const one = job({ ...card, width: 9, height: 9 }, { Name: 'Tea', Photo: 'asset:1' })
    const waiting = Array.from({ length: 2 + 64 }, () => pool.render(one))
    await expect(pool.render(one)).rejects.toMatchObject({ code: 'unavailable', retryAfterMs: 2000 })
    waiting.push(pool.render({ ...one, waits: true }))
    gate.resolve(photo)
    await expect(Promise.all(waiting)).resolves.toHaveLength(67)
  })

  test('a killed process costs no record', async () => {
    const pool = open()
    await pool.start()
    const rendered = pool.render(job(poster, { Name: 'Tea' }))
    process.kill(await busy(pool), 'SIGKILL')
    await expect(rendered).resolves.toBeDefined()
    expect(pool.stats()).toMatchObject({ crashed: 1, rendered: 1, failed: 0 })
  })

  test('a signal to the whole group ends no process under its work', async () => {
    const pool = open()
    await pool.start()
    const rendered = pool.render(job(poster, { Name: 'Tea' }))
    const pid = await busy(pool)
    for (const signal of ['SIGTERM', 'SIGINT']) process.kill(pid, signal)
    await expect(rendered).resolves.toBeDefined()
    expect(pool.stats()).toMatchObject({ crashed: 0, rendered: 1, failed: 0 })
    await pool.close()
    expect(isAlive(pid)).toBe(false)
  })

  test('records beside one that ends the process are done again', async () => {
    const pool = open()
    await pool.start()
    const half = { ...poster, width: 1900, height: 2000 }
    const rendered = ['Tea', 'Mug'].map((Name) => pool.render(job(half, { Name })))
    process.kill(await busy(pool), 'SIGKILL')
    await expect(Promise.all(rendered)).resolves.toHaveLength(2)
    expect(pool.stats()).toMatchObject({ crashed: 1, rendered: 2, failed: 0 })
  })

  test('a record under which a process ends a second time fails', async () => {
    const pool = open()
    await pool.start()
    const rendered = pool.render(job(poster, { Name: 'Tea' }))
    const failed = expect(rendered).rejects.toMatchObject({ name: 'RecordError', code: 'render_crashed' })
    const first = await busy(pool)
    process.kill(first, 'SIGKILL')
    process.kill(await busy(pool, first), 'SIGKILL')
    await failed
    await expect(pool.render(job(card, { Name: 'Tea' }))).resolves.toBeDefined()
  })

  test('a process that holds too much memory, is old or has worked for long, is replaced', async () => {
    const pool = open({ recycleAfterRenders: 3 })
    for (let n = 0; n < 4; n++) await pool.render(job(card, { Name: `Tea ${n}` }))
    expect(pool.stats()).toMatchObject({ rendered: 4, failed: 0, crashed: 0, recycled: 1 })
    const heavy = open({ recycleAfterBytes: 1 })
    for (let n = 0; n < 2; n++) await heavy.render(job(card, { Name: `Tea ${n}` }))
    expect(heavy.stats()).toMatchObject({ rendered: 2, failed: 0, recycled: 2 })
    const worn = open({ recycleAfterProcessorMs: 1 })
    for (let n = 0; n < 2; n++) await worn.render(job(card, { Name: `Tea ${n}` }))
    expect(worn.stats()).toMatchObject({ rendered: 2, failed: 0, recycled: 2 })
  })

  test('an aborted record ends at once with the reason, and the process goes on', async () => {
    const pool = share(() => new Promise(() => undefined))
    await pool.start()
    const [pid] = pool.stats().processes.map((process) => process.pid)
    const controller = new AbortController()
    const rendered = pool.render(job(card, { Name: 'Tea', Photo: 'asset:1' }), controller.signal)
    await busy(pool)
    controller.abort(new Error('enough'))
    await expect(rendered).rejects.toThrow('enough')
    await expect(pool.render(job(card, { Name: 'Tea' }))).resolves.toBeDefined()
    await expect(pool.render(job(card, { Name: 'Tea' }), controller.signal)).rejects.toThrow('enough')
    expect(pool.stats().processes.map((process) => process.pid)).toEqual([pid])
  })

  test('check() tries again when no process starts, and says so', async () => {
    const pool = open({ processes: 1 })
    await pool.check()
    const killing = setInterval(() => {
      for (const { pid } of pool.stats().processes) if (pid !== undefined) process.kill(pid, 'SIGKILL')
    }, 1)
    await expect(pool.start()).rejects.toMatchObject({ code: 'unavailable' })
    await expect(pool.check()).rejects.toMatchObject({ code: 'unavailable' })
    clearInterval(killing)
    await pool.check()
    expect(pool.stats().processes).toHaveLength(1)
  })

  test('close() finishes what was accepted, ends the processes, and takes nothing more', async () => {
    const pool = open({ processes: 2 })
    const rendered = Array.from({ length: 6 }, (_, n) => pool.render(job(card, { Name: `Tea ${n}` })))
    await pool.start()
    const pids = pool.stats().processes.flatMap(({ pid }) => pid ?? [])
    await pool.close()
    await expect(Promise.all(rendered)).resolves.toHaveLength(6)
    expect(pids).toHaveLength(2)
    expect(pids.filter(isAlive)).toEqual([])
    await expect(pool.render(job(card, { Name: 'Tea' }))).rejects.toMatchObject({ code: 'unavailable' })
  })

  test.skipIf(process.platform !== 'linux')('tells its processes nothing of its own environment', async () => {
    process.env.PICTABLE_TEST_SECRET = 'do not tell'
    const pool = open({ compiledFolder: undefined })
    await pool.start()
    delete process.env.PICTABLE_TEST_SECRET
    const environment = await readFile(`/proc/${pool.stats().processes[0]?.pid}/environ`, 'utf8')
    expect(environment).toContain('DISABLE_SYSTEM_FONTS_LOAD=1')
    expect(environment).not.toMatch(/PICTABLE|PATH|HOME/)
  })

  test('close() of a pool that never rendered ends at once', async () => {
    await expect(open().close()).resolves.toBeUndefined()
  })
})
