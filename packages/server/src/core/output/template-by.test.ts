import type { TemplateByOf } from '@pictable/model/template-by'
import { describe, expect, test } from 'vitest'
import type { DraftListedOutput } from '#core/action/action-draft.ts'
import { previewAction } from '#core/action/preview-action.ts'
import { updateAction } from '#core/action/save-action.ts'
import { fakeField } from '#core/fakes/fake-source.ts'
import { createFreeRenderer } from '#core/fakes/free-renderer.ts'
import { useTestData } from '#core/fakes/test-data.ts'
import { cardDesign, createTestRiver, productTable, type TestRiver } from '#core/fakes/test-river.ts'
import { retryFailed } from '#core/run/retry-failed.ts'
import { createTemplate, publishTemplate, saveTemplate } from '#core/template/save-template.ts'
import { findChanged, openWatched } from '#core/trigger/find-changed.ts'
import { chooseTemplate } from './choose-template.ts'
import { templateUsage } from './template-usage.ts'

const testData = useTestData()
const signal = new AbortController().signal

const saleDesign = { ...cardDesign, name: 'Sale', height: 700 }
const newDesign = { ...cardDesign, name: 'New', height: 800 }

interface Options {
  otherwise?: 'template_id' | 'fail'
  more?: Partial<DraftListedOutput>
}

/** A table of four products, two of which have a template of their own kind. */
async function byKind({ otherwise = 'template_id', more = {} }: Options = {}) {
  const renderer = createFreeRenderer()
  const table = productTable(4)
  const kinds = ['Sale', 'New', 'Other', null]
  const river = await createTestRiver(testData, {
    table: {
      ...table,
      fields: [...table.fields, fakeField('Kind'), fakeField('Small')],
      records: table.records.map((record, index) => ({
        ...record,
        fields: { ...record.fields, fld_kind: kinds[index] ?? null },
      })),
    },
    world: { renderer },
  })
  const { world } = river
  const sale = (await createTemplate(world, { design: saleDesign, publish: true })).template.id
  const fresh = (await createTemplate(world, { design: newDesign, publish: true })).template.id
  const templateBy: TemplateByOf<string> = { field: 'Kind', templates: { Sale: sale, New: fresh }, otherwise }
  const output = { name: 'card', templateBy, output: { formats: ['png' as const] }, ...more }
  const action = await updateAction(
    world,
    { id: river.actionId },
    { outputs: [{ ...output, writeBack: { url: 'Image URL' } }] },
  )
  return { river, renderer, sale, fresh, templateBy, action }
}

function setKind({ table }: TestRiver, index: number, kind: string): void {
  Object.assign(table.records[index]?.fields ?? {}, { fld_kind: kind })
}

async function templatesOf({ world }: TestRiver, runId: string) {
  const { results } = await world.data.images.list({ runId, limit: 100 })
  return Object.fromEntries(results.map(({ recordId, templateId }) => [recordId, templateId]))
}

describe('an output whose template a field chooses', () => {
  test('draws each record with the template of its value, the others with that of the output', async () => {
    const { river, sale, fresh, action } = await byKind()
    expect(action).toMatchObject({
      templateId: river.templateId,
      templateBy: { field: { id: 'fld_kind', name: 'Kind' }, templates: { Sale: sale, New: fresh } },
    })
    const run = await river.runAll()
    expect(run).toMatchObject({ rendered: 4, failed: 0 })
    expect(await templatesOf(river, run.id)).toEqual({
      ...{ rec_0: sale, rec_1: fresh, rec_2: river.templateId, rec_3: river.templateId },
    })
    expect(await river.runAll()).toMatchObject({ skipped: 4 })
  })

  test('fails records whose value has no template, names the value and the fix, and a retry makes them', async () => {
    const { river, sale, action } = await byKind({ otherwise: 'fail', more: { templateId: undefined } })
    expect(action.templateId, 'is one that is drawn').toBe(sale)
    const run = await river.runAll()
    expect(run).toMatchObject({ rendered: 2, failed: 2 })
    const [, , other, empty] = await river.records(run.id)
    expect(other?.reason).toEqual({
      code: 'template_unknown',
      message:
        'Record rec_2 "Product 2": no template belongs to "Other" in field Kind. Choose one for this value in the action, or change the record. Values with a template: "New", "Sale" (template_unknown)',
    })
    expect(empty?.reason?.message).toContain('the field Kind, which chooses the template, is empty')
    setKind(river, 2, ' Sale ')
    const { run: retry } = await retryFailed(river.world, run.id)
    await river.drain()
    expect(await river.run(retry.id)).toMatchObject({ rendered: 1, failed: 1 })
    expect(await templatesOf(river, retry.id)).toEqual({ rec_2: sale })
  })

  test('renders only the records that use a template which is published again, or another value', async () => {
    const { river, sale, fresh, action } = await byKind()
    await river.runAll()
    const use = { actionId: action.id, title: action.title, records: 1, accuracy: 'exact' }
    expect(await templateUsage(river.world, sale)).toEqual([use])
    expect(await templateUsage(river.world, river.templateId)).toEqual([{ ...use, records: 2 }])
    await saveTemplate(river.world, { id: sale }, { design: { ...saleDesign, background: '#123456' } })
    await publishTemplate(river.world, sale)
    const run = await river.runAll()
    expect(run).toMatchObject({ rendered: 1, skipped: 3 })
    expect(await templatesOf(river, run.id)).toEqual({ rec_0: sale })
    setKind(river, 3, 'New')
    const moved = await river.runAll()
    expect(moved).toMatchObject({ rendered: 1, skipped: 3 })
    expect(await templatesOf(river, moved.id)).toEqual({ rec_3: fresh })
  })

  test('is watched: a new value, and a value without a template, are changes', async () => {
    const { river } = await byKind({ otherwise: 'fail' })
    await river.runAll()
    const look = async () => {
      const watched = await openWatched(river.world, river.actionId)
      return { watched, changed: await findChanged(river.world, watched, { signal }) }
    }
    const first = await look()
    expect(first.watched.watchedIds).toContain('fld_kind')
    expect([...first.changed.keys()], 'those that failed').toEqual(['rec_2', 'rec_3'])
    expect((await look()).changed, 'the same until something changes').toEqual(first.changed)
    setKind(river, 1, 'Sale')
    expect([...(await look()).changed.keys()]).toEqual(['rec_1', 'rec_2', 'rec_3'])
  })

  test('gives each of several outputs its own choice', async () => {
    const { river, sale, fresh, templateBy } = await byKind()
    const outputs = [
      { name: 'card', output: {}, writeBack: { url: 'Image URL' } },
      { name: 'small', templateBy, output: { width: 100 }, writeBack: { url: 'Small' } },
    ]
    await updateAction(river.world, { id: river.actionId }, { outputs })
    const run = await river.runAll()
    expect(run.outputs).toMatchObject({ small: { rendered: 4 } })
    const { results } = await river.world.data.images.list({ runId: run.id, limit: 100 })
    const small = results
      .filter(({ output }) => output === 'small')
      .map(({ recordId, templateId }) => [recordId, templateId])
    expect(Object.fromEntries(small)).toMatchObject({ rec_0: sale, rec_1: fresh, rec_2: river.templateId })
    await expect(river.world.data.templates.delete(sale)).rejects.toMatchObject({ code: 'conflict' })
  })

  test('is previewed with the template of the record', async () => {
    const { river, renderer, sale } = await byKind({ otherwise: 'fail' })
    const previews = await previewAction(river.world, river.actionId, { limit: 3, recordIds: ['rec_0', 'rec_2'] })
    expect(previews.map(({ error, file }) => [error?.code ?? null, file !== null])).toEqual([
      [null, true],
      ['template_unknown', false],
    ])
    expect(renderer.jobs.map(({ version }) => version.templateId)).toEqual([sale])
  })

  test('is refused with a pointer to what is wrong', async () => {
    const { river, templateBy } = await byKind()
    const { world } = river
    const needy = { ...cardDesign, name: 'Needy', layers: [...cardDesign.layers, wanting] }
    const { template } = await createTemplate(world, { design: needy, publish: true })
    const change = async (more: Partial<typeof templateBy>, draft: Partial<DraftListedOutput> = {}) => {
      const outputs = [{ name: 'card', templateBy: { ...templateBy, ...more }, output: {}, ...draft }]
      const [outcome] = await Promise.allSettled([updateAction(world, { id: river.actionId }, { outputs })])
      return outcome.status === 'rejected' ? outcome.reason.errors : []
    }
    expect(await change({ field: 'None' })).toMatchObject([{ pointer: '/outputs/0/template_by/field' }])
    expect(await change({ field: 'Photo' })).toMatchObject([
      { pointer: '/outputs/0/template_by/field', detail: expect.stringContaining('contains files') },
    ])
    expect(await change({ templates: { 'A/B': 'tpl_none' } })).toMatchObject([
      { pointer: '/outputs/0/template_by/templates/A~1B' },
    ])
    const { Sale = '', New = '' } = templateBy.templates
    expect(await change({ templates: { Sale, '  Sale ': New } })).toMatchObject([
      {
        pointer: '/outputs/0/template_by/templates/  Sale ',
        detail: expect.stringContaining('names the same value as "Sale"'),
      },
    ])
    expect(await change({ templates: { Sale: template.id } })).toMatchObject([
      {
        pointer: '/mapping/Teaser',
        detail: expect.stringContaining(
          'The binding "Teaser" of the layer "Teaser" in the template "Needy" has no value',
        ),
      },
    ])
    expect(await change({}, { output: { height: 65 } })).toMatchObject([
      { pointer: '/outputs/0/height', detail: expect.stringContaining('(template "Sale")') },
      { pointer: '/outputs/0/height', detail: expect.stringContaining('(template "New")') },
    ])
    expect(await change({}, { writeBack: { url: 'Kind' } })).toMatchObject([
      { pointer: '/outputs/0/write_back/url', detail: expect.stringContaining('chooses the template') },
    ])
  })

  test('draws nothing for a run that has not read its field', () => {
    const templateBy = {
      field: { id: 'fld_kind', name: 'Kind' },
      templates: { '': 'tpl_other' },
      otherwise: 'template_id' as const,
    }
    const { problem } = chooseTemplate({ templateId: 'tpl_usual', templateBy }, { Title: 'Mug' })
    expect(problem?.message).toContain('Run the action again')
  })

  test('is no reason to give an only output a name', async () => {
    const { action } = await byKind({ more: { name: 'main' } })
    expect([action.outputName, action.templateBy?.field.name]).toEqual([null, 'Kind'])
  })

  test('says so when its field is gone, and follows it when it is renamed', async () => {
    const { river } = await byKind()
    const field = river.table.fields.find(({ id }) => id === 'fld_kind')
    if (field === undefined) throw new Error('the field is there')
    Object.assign(field, { name: 'Type' })
    expect(await river.runAll()).toMatchObject({ rendered: 4 })
    expect((await river.world.data.actions.get(river.actionId))?.templateBy?.field.name).toBe('Type')
    Object.assign(field, { id: 'fld_gone', name: 'Gone' })
    expect(await river.runAll()).toMatchObject({
      state: 'failed',
      error: { message: expect.stringContaining('The field "Type" (chooses the template) is no longer') },
    })
  })
})

const wanting = {
  type: 'text' as const,
  name: 'Teaser',
  text: { bind: 'Teaser' },
  ...{ x: 0, y: 0, width: 100, height: 40, fontSize: 12 },
}
