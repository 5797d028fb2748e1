import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DraftListedOutput } from '#core/action/action-draft.ts'
import { type ActionDraft, updateAction } from '#core/action/save-action.ts'
import { fakeField } from '#core/fakes/fake-source.ts'
import { createFreeRenderer } from '#core/fakes/free-renderer.ts'
import { createMemoryStorage } from '#core/fakes/memory-storage.ts'
import { useTestData } from '#core/fakes/test-data.ts'
import { cardDesign, createTestRiver, productTable, type TestRiver, wholeView } from '#core/fakes/test-river.ts'
import type { Storage } from '#core/ports/storage.ts'
import { planRun } from '#core/run/plan-run.ts'
import { processChunk } from '#core/run/process-chunk.ts'
import { RecordError } from '#core/run/record-error.ts'
import { retryFailed } from '#core/run/retry-failed.ts'
import type { Run } from '#core/run/run.ts'
import { pendingOf } from '#core/run/run-counts.ts'
import { startRun } from '#core/run/start-run.ts'
import { createTemplate, publishTemplate, saveTemplate } from '#core/template/save-template.ts'
import { createWebhook } from '#core/webhook/save-webhook.ts'

const testData = useTestData()
const linked = { byUrl: true, maxBytes: 100_000 }

const url = (name: string) => ({ writeBack: { url: name } })

const sizes: readonly DraftListedOutput[] = [
  { name: 'large', output: { formats: ['png'] }, ...url('Image URL') },
  { name: 'medium', output: { formats: ['png'], width: 200 }, ...url('Medium') },
  { name: 'small', output: { formats: ['jpeg'], height: 50 }, ...url('Small') },
]

function tableOf(count: number) {
  const table = productTable(count)
  return { ...table, fields: [...table.fields, fakeField('Medium', 'url'), fakeField('Small'), fakeField('Story')] }
}

interface Options {
  count?: number
  /** Names of outputs that fail now, by the title of the record. */
  fails?: (output: string, title: string) => boolean
  draft?: Partial<ActionDraft>
  source?: NonNullable<Parameters<typeof createTestRiver>[1]>['source']
  storage?: Storage
}

const widthNames = new Map([
  [1, 'large'],
  [0.5, 'medium'],
  [0.25, 'small'],
])

/** An action with three sizes of one template. */
async function threeSizes({ count = 3, fails = () => false, draft = {}, source = {}, storage }: Options = {}) {
  const renderer = createFreeRenderer({
    before({ output, values }) {
      const name = widthNames.get(output.scale ?? 1) ?? ''
      if (fails(name, String(values.Title))) throw new RecordError('image_truncated', 'the image is cut off')
    },
  })
  const river = await createTestRiver(testData, {
    table: tableOf(count),
    source,
    world: { renderer, ...(storage && { storage }) },
    draft: { outputs: sizes, isListed: true, writeBack: { status: 'Status', error: 'Error' }, ...draft },
  })
  return { river, renderer }
}

const cells = ({ table }: TestRiver, index: number) => table.records[index]?.fields ?? {}

async function imagesOf({ world }: TestRiver, run: Run) {
  return (await world.data.images.list({ runId: run.id, limit: 100 })).results
}

describe('an action with several outputs', () => {
  test('makes an image of each record for each output, writes each into its field, and counts records', async () => {
    const { river, renderer } = await threeSizes()
    const run = await river.runAll()
    expect(run).toMatchObject({ state: 'completed', total: 3, rendered: 3, writtenBack: 3, failed: 0 })
    expect(run.outputs).toEqual({ large: { rendered: 3 }, medium: { rendered: 3 }, small: { rendered: 3 } })
    expect(run.outputNames).toEqual(['large', 'medium', 'small'])
    expect(renderer.jobs.map(({ output }) => output.scale).sort()).toEqual([
      ...Array(3).fill(0.25),
      ...Array(3).fill(0.5),
      ...Array(3).fill(undefined),
    ])
    const images = await imagesOf(river, run)
    expect(images.map(({ output }) => output).sort()).toEqual([
      ...Array(3).fill('large'),
      ...Array(3).fill('medium'),
      ...Array(3).fill('small'),
    ])
    const { fld_image_url: large, fld_medium: medium, fld_small: small, fld_status: status } = cells(river, 0)
    const byUrl = [large, medium, small].map((cell) => images.find(({ id }) => String(cell).includes(id))?.output)
    expect([...byUrl, status]).toEqual(['large', 'medium', 'small', 'completed'])
    const [record] = await river.records(run.id)
    expect(record).toMatchObject({ state: 'rendered', writtenBack: true })
    expect(record?.outputs.map(({ name, state, writtenBack }) => [name, state, writtenBack])).toEqual([
      ['large', 'rendered', true],
      ['medium', 'rendered', true],
      ['small', 'rendered', true],
    ])
    expect(await river.runAll()).toMatchObject({
      skipped: 3,
      outputs: { large: { skipped: 3 }, medium: { skipped: 3 }, small: { skipped: 3 } },
    })
    expect(renderer.jobs).toHaveLength(9)
  })

  test('renders only the output that was changed or added', async () => {
    const { river, renderer } = await threeSizes()
    await river.runAll()
    const changed = { name: 'medium', output: { formats: ['webp' as const], width: 200 }, ...url('Medium') }
    const outputs = sizes.map((size) => (size.name === 'medium' ? changed : size))
    await updateAction(river.world, { id: river.actionId }, { outputs })
    expect(await river.runAll()).toMatchObject({
      rendered: 3,
      outputs: { large: { skipped: 3 }, medium: { rendered: 3 }, small: { skipped: 3 } },
    })
    expect(renderer.jobs).toHaveLength(12)
    const { template } = await createTemplate(river.world, { design: { ...cardDesign, height: 700 }, publish: true })
    const story = { name: 'story', templateId: template.id, output: {}, ...url('Story') }
    await updateAction(river.world, { id: river.actionId }, { outputs: [...outputs, story] })
    const before = river.source.written.length
    expect(await river.runAll()).toMatchObject({
      rendered: 3,
      outputs: { story: { rendered: 3 }, large: { skipped: 3 } },
    })
    expect(renderer.jobs).toHaveLength(15)
    expect(river.source.written.slice(before).map(({ fields }) => Object.keys(fields).sort())).toEqual(
      Array(3).fill(['fld_error', 'fld_status', 'fld_story']),
    )
    // of its template, another version
    await publishTemplate(river.world, template.id)
    expect(await river.runAll()).toMatchObject({ skipped: 3 })
  })

  test('keeps and writes the other images where one output fails, and a retry renders that one alone', async () => {
    let isBroken = true
    const { river, renderer } = await threeSizes({
      fails: (name, title) => isBroken && name === 'medium' && title === 'Product 1',
    })
    const run = await river.runAll()
    expect(run).toMatchObject({
      rendered: 2,
      failed: 1,
      outputs: { large: { rendered: 3 }, medium: { rendered: 2, failed: 1 } },
    })
    const [, failed] = await river.records(run.id)
    expect(failed).toMatchObject({
      state: 'failed',
      reason: { message: 'Record rec_1 "Product 1": output "medium": the image is cut off (image_truncated)' },
    })
    expect(cells(river, 1)).toMatchObject({ fld_status: 'failed', fld_error: failed?.reason?.message })
    expect(String(cells(river, 1).fld_small)).toContain('/images/')
    expect(cells(river, 1).fld_medium).toBeUndefined()
    isBroken = false
    const { run: retry } = await retryFailed(river.world, run.id)
    await river.drain()
    expect(await river.run(retry.id)).toMatchObject({
      rendered: 1,
      outputs: { large: { skipped: 1 }, medium: { rendered: 1 } },
    })
    expect(renderer.jobs).toHaveLength(10)
    expect(cells(river, 1)).toMatchObject({ fld_status: 'completed', fld_medium: expect.stringContaining('/images/') })
  })

  test('leaves what did not fail alone when a forced run is retried', async () => {
    let isBroken = false
    const { river, renderer } = await threeSizes({ fails: (name) => isBroken && name === 'small' })
    await river.runAll()
    isBroken = true
    const run = await river.runAll({ force: true })
    expect(run).toMatchObject({ failed: 3, outputs: { large: { rendered: 3 }, small: { failed: 3 } } })
    isBroken = false
    const jobs = renderer.jobs.length
    const { run: retry } = await retryFailed(river.world, run.id)
    await river.drain()
    expect(await river.run(retry.id)).toMatchObject({
      rendered: 3,
      outputs: { large: { skipped: 3 }, small: { rendered: 3 } },
    })
    expect(renderer.jobs.length - jobs).toBe(3)
  })

  test('sends an event for each image, which names the output', async () => {
    const { river } = await threeSizes({ count: 1, fails: (name) => name === 'small' })
    await createWebhook(river.world, {
      name: 'Hook',
      url: 'https://example.com/hook',
      events: ['image.created', 'image.failed'],
    })
    const run = await river.runAll()
    const { results } = await river.world.data.deliveries.list({ limit: 100, runId: run.id })
    const bodies = await Promise.all(
      results.map(async ({ id }) => JSON.parse((await river.world.data.deliveries.get(id))?.body ?? '{}')),
    )
    expect(bodies.map(({ event, output, image }) => [event, output, image?.width ?? null]).sort()).toEqual([
      ['image.created', 'large', 400],
      ['image.created', 'medium', 400],
      ['image.failed', 'small', null],
    ])
    expect(bodies.find(({ output }) => output === 'small').error.message).toContain('output "small"')
  })

  test('appends the files of several outputs to one field, and names each', async () => {
    const attachment = { field: 'Photo', mode: 'append' as const }
    const outputs = sizes.map((size) => ({ ...size, writeBack: { attachment } }))
    const { river } = await threeSizes({
      draft: { outputs, mapping: { Photo: { value: null } }, writeBack: null },
      source: { capabilities: { attachment: linked } },
    })
    expect(await river.runAll()).toMatchObject({ rendered: 3, writtenBack: 3 })
    const [patch] = river.source.written
    expect(patch?.append).toEqual(['fld_photo'])
    expect(patch?.fields.fld_photo).toHaveLength(3)
  })

  test('writes only where the list says, whichever output is the first', async () => {
    const { river } = await threeSizes({ count: 1 })
    const [large, medium] = sizes
    if (large === undefined || medium === undefined) throw new Error('there are outputs')
    const plain = { name: 'plain', output: { formats: ['jpeg' as const] } }
    const change = (outputs: readonly DraftListedOutput[]) =>
      updateAction(river.world, { id: river.actionId }, { outputs })
    const cellsOf = async (outputs: readonly DraftListedOutput[]) => {
      const { writeBack, moreOutputs } = await change(outputs)
      return [writeBack?.url?.name, ...moreOutputs.map((more) => more.writeBack?.url?.name)]
    }
    expect(await cellsOf([plain, large])).toEqual([undefined, 'Image URL'])
    expect(await cellsOf([large, plain])).toEqual(['Image URL', undefined])
    const only = await change([plain])
    expect(only.writeBack, 'what is of the record stays').toEqual({
      status: { id: 'fld_status', name: 'Status' },
      error: { id: 'fld_error', name: 'Error' },
    })
    await river.runAll()
    expect(Object.keys(river.source.written[0]?.fields ?? {}).sort()).toEqual(['fld_error', 'fld_status'])
  })

  test('draws the published version of a template that the first output gets while the run is active', async () => {
    const { river } = await threeSizes({ draft: { outputs: sizes.slice(0, 1) } })
    const { world, actionId, templateId } = river
    await saveTemplate(world, { id: templateId }, { design: { ...cardDesign, height: 300 } })
    await publishTemplate(world, templateId)
    const { template } = await createTemplate(world, { design: { ...cardDesign, height: 700 }, publish: true })
    const { run } = await startRun(world, actionId, wholeView)
    expect((await river.run(run.id)).templateVersion).toBe(2)
    await updateAction(world, { id: actionId }, { outputs: [{ name: 'large', output: {}, templateId: template.id }] })
    await river.drain()
    const ended = await river.run(run.id)
    expect(ended).toMatchObject({ state: 'completed', rendered: 3, error: null })
    const drawn = (await imagesOf(river, ended)).map((image) => [image.templateId, image.templateVersion])
    expect(drawn).toEqual(Array(3).fill([template.id, 1]))
  })

  test('is refused with a pointer to what is wrong', async () => {
    const { river } = await threeSizes({ count: 1 })
    const [large, medium] = sizes
    const change = (outputs: Parameters<typeof updateAction>[2]['outputs']) =>
      updateAction(river.world, { id: river.actionId }, { outputs })
    if (large === undefined || medium === undefined) throw new Error('there are outputs')
    const pointers = async (outputs: Parameters<typeof change>[0]) => {
      const [outcome] = await Promise.allSettled([change(outputs)])
      return outcome.status === 'rejected'
        ? outcome.reason.errors.map(({ pointer }: { pointer: string }) => pointer)
        : []
    }
    expect(await pointers([large, { ...medium, name: 'LARGE' }])).toEqual(['/outputs/1/name'])
    expect(await pointers([large, { ...medium, ...url('Image URL') }])).toEqual(['/outputs/1/write_back/url'])
    expect(await pointers([large, { ...medium, templateId: 'tpl_none' }])).toEqual(['/outputs/1/template_id'])
    expect(await pointers([large, { ...medium, output: { width: 20 } }])).toEqual(['/outputs/1/width'])
    expect(await pointers([large, { ...medium, output: { width: 200, scale: 1 } }])).toEqual(['/outputs/1/width'])
    const file = { field: 'Photo', mode: 'replace' as const }
    expect(await pointers([large, { ...medium, writeBack: { attachment: file } }])).toContain(
      '/outputs/1/write_back/attachment/field',
    )
  })

  test('is changed by the single fields in its first output, and forgets the images of those that go', async () => {
    const { river, renderer } = await threeSizes()
    await river.runAll()
    await updateAction(river.world, { id: river.actionId }, { output: { formats: ['avif'] } })
    expect(await river.runAll()).toMatchObject({ outputs: { large: { rendered: 3 }, medium: { skipped: 3 } } })
    const [large] = sizes
    if (large === undefined) throw new Error('there are outputs')
    const only = await updateAction(
      river.world,
      { id: river.actionId },
      { outputs: [{ ...large, name: 'only', output: { formats: ['avif'] } }] },
    )
    expect(only).toMatchObject({ outputName: 'only', moreOutputs: [] })
    const jobs = renderer.jobs.length
    // its name is no part of the image
    expect(await river.runAll()).toMatchObject({ skipped: 3, outputs: {} })
    expect(renderer.jobs.length).toBe(jobs)
    await river.world.data.outputs.deleteGone()
    const found = await river.world.data.outputs.find(river.actionId, ['rec_0'])
    expect([...(found.get('rec_0')?.keys() ?? [])]).toEqual([''])
  })

  test('keeps a template from being deleted that another output uses', async () => {
    const { river } = await threeSizes({ count: 1 })
    const { template } = await createTemplate(river.world, { design: cardDesign, publish: true })
    const [large] = sizes
    if (large === undefined) throw new Error('there are outputs')
    const story = { name: 'story', templateId: template.id, output: {} }
    await updateAction(river.world, { id: river.actionId }, { outputs: [large, story] })
    await expect(river.world.data.templates.delete(template.id)).rejects.toMatchObject({ code: 'conflict' })
    await updateAction(river.world, { id: river.actionId }, { outputs: [large] })
    expect(await river.world.data.templates.delete(template.id)).toBe(true)
  })

  test('counts truly, whichever outputs fail and wherever the power is cut', async () => {
    const failing = fc.uniqueArray(fc.tuple(fc.constantFrom('large', 'medium', 'small'), fc.nat(5)), {
      maxLength: 8,
      selector: String,
    })
    await fc.assert(
      fc.asyncProperty(failing, fc.array(fc.nat(30), { maxLength: 3 }), async (broken, cuts) => {
        testData.jobs.length = 0
        const power = createPower()
        const fails = (name: string, title: string) => {
          power.use()
          return broken.some(([output, index]) => output === name && title === `Product ${index}`)
        }
        const storage = createMemoryStorage({ beforePut: power.use })
        const { river } = await threeSizes({ count: 6, fails, storage })
        const { run: started } = await startRun(river.world, river.actionId, wholeView)
        for (const cut of cuts) await workUntilCut(river, power, cut)
        power.left = Number.POSITIVE_INFINITY
        await river.drain()
        const run = await river.run(started.id)
        const failed = new Set(broken.map(([, index]) => index)).size
        expect(run).toMatchObject({ state: 'completed', total: 6, failed, rendered: 6 - failed, skipped: 0 })
        expect(pendingOf(run)).toBe(0)
        await expectTrueOutputs(river, run, broken)
      }),
      { numRuns: 25 },
    )
  })
})

/** Everything stops working after a number of uses. */
function createPower() {
  const power = {
    left: Number.POSITIVE_INFINITY,
    use() {
      power.left -= 1
      if (power.left < 0) throw new Error('power cut')
    },
  }
  return power
}

type Power = ReturnType<typeof createPower>

/** Processes the jobs until the power is cut; all of them stay in the queue, as jobs may come again. */
async function workUntilCut({ world, jobs }: TestRiver, power: Power, cut: number): Promise<void> {
  const { data } = world
  const transaction: typeof data.transaction = async (work) => {
    power.use()
    const result = await data.transaction(work)
    power.use()
    return result
  }
  const powered = { ...world, data: { ...data, transaction } }
  const { signal } = new AbortController()
  power.left = cut
  for (const { name, job } of [...jobs]) {
    const work =
      name === 'plan-run'
        ? planRun(powered, job, signal)
        : name === 'process-chunk'
          ? processChunk(powered, job, signal)
          : null
    await work?.catch((error: Error) => {
      if (error.message !== 'power cut') throw error
    })
  }
}

/** The counts of each output are those of the records. */
async function expectTrueOutputs(river: TestRiver, run: Run, broken: readonly (readonly [string, number])[]) {
  const records = await river.records(run.id)
  for (const { name } of sizes) {
    const states = records.flatMap(({ outputs }) => outputs.filter((output) => output.name === name))
    const bad = broken.filter(([output]) => output === name).length
    const { failed = 0, rendered = 0, skipped = 0 } = run.outputs[name] ?? {}
    expect([failed, rendered, skipped]).toEqual([bad, 6 - bad, 0])
    expect(states.filter(({ state }) => state === 'failed')).toHaveLength(bad)
  }
  expect(await imagesOf(river, run)).toHaveLength(18 - broken.length)
}
