import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTemplate } from '@pictable/server/core/template/save-template.ts'
import { type Bench, median, quantile } from '#bench/bench.ts'
import { withApp } from '#bench/bench-app.ts'
import { nodeOf, ownCheckout } from '#bench/gate/checkout.ts'
import { type ServerLife, startLife } from '#bench/gate/server-life.ts'

const [ROUNDS, QUICK_ROUNDS] = [8, 2]
const IMAGES = 100

/** Makes one image, or one preview, of which no other has the values. */
type Make = (n: number) => Promise<unknown>

const valuesOf = (n: number) => ({ Name: `Teapot ${n}`, Description: 'Holds four cups.', Price: 20 + n / 4 })

async function latenciesOf(make: Make, from: number): Promise<number[]> {
  const latenciesMs: number[] = []
  for (let n = from; n < from + IMAGES; n++) {
    const startedAt = performance.now()
    await make(n)
    latenciesMs.push(performance.now() - startedAt)
  }
  return latenciesMs
}

async function withServer<Result>(use: (server: ServerLife) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'pictable-direct-'))
  const program = join(ownCheckout.root, 'packages/server/bin/pictable.js')
  const settings = { PICTABLE_DATA_DIR: join(folder, 'data'), PICTABLE_SEED_SAMPLE: 'false', HOME: folder }
  const command = { program: nodeOf(ownCheckout), args: [program, 'serve'], cwd: folder }
  const server = await startLife(command, settings, { isMemoryWatched: false })
  try {
    return await use(server)
  } finally {
    await server.end()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Renders in the same way as the server, with nothing around it. */
function withRenderer<Result>(design: unknown, use: (make: Make) => Promise<Result>): Promise<Result> {
  return withApp({}, async ({ world }) => {
    const { template } = await createTemplate(world, { design, publish: true })
    const version = await world.data.templates.getVersion(template.id, 1)
    if (version === null) throw new Error('the template is gone')
    const output = { formats: ['jpeg' as const] }
    return use((n) => world.renderer.render({ version, values: valuesOf(n), modifications: [], output, fonts: [] }))
  })
}

/** Images and previews that someone waits for, one after the other, beside the renderer alone. */
export const direct: Bench = {
  name: 'direct',
  summary: 'latency and CPU of POST /v1/images and POST /v1/template-preview, beside the renderer alone (Linux)',
  async run({ quick }) {
    const design = JSON.parse(await readFile('examples/templates/social-card.json', 'utf8'))
    return withRenderer(design, (render) =>
      withServer(async (server) => {
        const { id } = Object(await server.ask('POST', '/v1/templates', { design, publish: true }))
        const create: Make = (n) =>
          server.ask('POST', '/v1/images', { template_id: id, formats: ['jpeg'], values: valuesOf(n) })
        const preview: Make = (n) => server.ask('POST', '/v1/template-preview', { design, values: valuesOf(n) })
        const first = performance.now()
        await create(-1)
        const firstMs = performance.now() - first
        for (const make of [render, create, preview]) await latenciesOf(make, -2 * IMAGES)
        const rendersMs: number[] = []
        const imagesMs: number[] = []
        const previewsMs: number[] = []
        const serverCpuMs: number[] = []
        const drawingCpuMs: number[] = []
        for (let round = 0; round < (quick ? QUICK_ROUNDS : ROUNDS); round++) {
          rendersMs.push(...(await latenciesOf(render, round * IMAGES)))
          const [ownBefore, allBefore] = [await server.ownCpuMs(), await server.cpuMs()]
          imagesMs.push(...(await latenciesOf(create, round * IMAGES)))
          const [own, all] = [(await server.ownCpuMs()) - ownBefore, (await server.cpuMs()) - allBefore]
          serverCpuMs.push(own / IMAGES)
          drawingCpuMs.push((all - own) / IMAGES)
          previewsMs.push(...(await latenciesOf(preview, round * IMAGES)))
        }
        return {
          figures: {
            renderer_p50_ms: median(rendersMs),
            renderer_p95_ms: quantile(rendersMs, 0.95),
            image_p50_ms: median(imagesMs),
            image_p95_ms: quantile(imagesMs, 0.95),
            first_image_ms: firstMs,
            preview_p50_ms: median(previewsMs),
            preview_p95_ms: quantile(previewsMs, 0.95),
            server_cpu_ms: median(serverCpuMs),
            drawing_cpu_ms: median(drawingCpuMs),
          },
          ratios: { image_p50_vs_renderer: median(imagesMs) / median(rendersMs) },
        }
      }),
    )
  },
}
