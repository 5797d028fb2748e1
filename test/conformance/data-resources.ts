import type { AppError } from '@pictable/server/core/errors.ts'
import type { Listing, ListOptions } from '@pictable/server/core/ports/data/page.ts'
import type { Output } from '@pictable/server/core/ports/data/runs.ts'
import { describe, expect, test } from 'vitest'
import { at, later, newImage, type Subject } from './data.ts'

/** Every item of a list, read in pages of two. */
export async function readAll<Item>(list: (options: ListOptions) => Promise<Listing<Item>>): Promise<Item[]> {
  const items: Item[] = []
  let after: string | null | undefined
  for (let page = 0; page < 1000; page++) {
    const listing = await list({ limit: 2, ...(after ? { after } : {}) })
    expect(listing.results.length).toBeLessThanOrEqual(2)
    items.push(...listing.results)
    if (listing.next === null) return items
    after = listing.next
  }
  throw new Error('the list never ends')
}

/** A cursor that is none is the caller's mistake, with the place where it stands. */
export async function expectCursorRefused(listing: Promise<unknown>): Promise<void> {
  const refusal: Partial<AppError> = {
    code: 'invalid_request',
    errors: [{ pointer: '/after', detail: expect.any(String) }],
  }
  await expect(listing).rejects.toMatchObject(refusal)
}

const design = { schema: 1 as const, name: '', width: 600, height: 400, background: '#ffffff', layers: [] }

export function describeResources(get: () => Subject): void {
  describe('resources', () => {
    test('a connection is read as it was written', async () => {
      const { data, id } = get()
      const connection = {
        id: id('con'),
        name: 'Köln "1" \\ \u{1f5bc}',
        source: 'airtable',
        settings: { base: 'app1', deep: { list: [1, 'two', null, { three: true }] } },
        sealedSettings: 'v1.key.iv.tag.text',
        lastTest: null,
        revision: 1,
        createdAt: at,
        updatedAt: later,
      }
      await data.connections.insert(connection)
      expect(await data.connections.get(connection.id)).toEqual(connection)
      expect(await data.connections.get('con_unknown')).toBeNull()
    })

    test('an action is read as it was written, and with its active run', async () => {
      const { data, addAction, addRun } = get()
      const action = await addAction()
      expect(await data.actions.get(action.id)).toEqual(action)
      expect(await data.actions.getWithActiveRun(action.id)).toEqual({ action, activeRun: null })
      await addRun(action, { state: 'waiting' })
      expect(await data.actions.getWithActiveRun(action.id)).toEqual({ action, activeRun: null })
      const run = await addRun(action, { startedAt: later })
      expect(await data.actions.getWithActiveRun(action.id)).toEqual({
        action,
        activeRun: { id: run.id, startedAt: later },
      })
      expect(await data.actions.getWithActiveRun('act_unknown')).toBeNull()
    })

    test('what a test of a connection found is kept with the settings that were tested', async () => {
      const { data, addAction } = get()
      const { connectionId } = await addAction()
      const connection = await data.connections.get(connectionId)
      if (connection === null) throw new Error('no connection')
      const lastTest = { at: later, ok: true, account: 'Ada', warnings: ['reads only'], error: null }
      await data.connections.noteTest(connection, lastTest)
      expect(await data.connections.get(connectionId)).toEqual({ ...connection, lastTest })
      await data.connections.update({ ...connection, lastTest: null })
      await data.connections.noteTest(connection, lastTest)
      expect((await data.connections.get(connectionId))?.lastTest).toBeNull()
    })

    test('values that PostgreSQL cannot hold are stored without them', async () => {
      const { data, addAction } = get()
      const action = await addAction()
      const title = 'nul \0 and half \ud83d'
      await data.actions.update({ ...action, title, mapping: { title: { value: title } } })
      const stored = await data.actions.get(action.id)
      expect(stored?.title).toBe('nul \ufffd and half \ufffd')
      expect(stored?.mapping).toEqual({ title: { value: 'nul \ufffd and half \ufffd' } })
    })

    test('update() saves under the next revision, and refuses who was slower', async () => {
      const { data, addAction } = get()
      const action = await addAction()
      const first = await data.actions.update({ ...action, title: 'First', updatedAt: later })
      expect(first).toEqual({ ...action, title: 'First', updatedAt: later, revision: 2 })
      expect(await data.actions.update({ ...action, title: 'Second' })).toBeNull()
      expect(await data.actions.get(action.id)).toEqual(first)
    })

    test('of updates at once only one is saved', async () => {
      const { data, addAction } = get()
      const { connectionId } = await addAction()
      const connection = await data.connections.get(connectionId)
      if (connection === null) throw new Error('no connection')
      const names = Array.from({ length: 8 }, (_, index) => `name ${index}`)
      const results = await Promise.all(names.map((name) => data.connections.update({ ...connection, name })))
      expect(results.filter((result) => result !== null)).toHaveLength(1)
      expect((await data.connections.get(connectionId))?.revision).toBe(2)
    })

    test('list() gives the newest first, in pages', async () => {
      const { data, addAction } = get()
      const actions = [await addAction(), await addAction(), await addAction()]
      const ids = (await readAll((options) => data.actions.list(options))).map((action) => action.id)
      expect(ids).toEqual([...ids].sort().reverse())
      expect(ids).toEqual(expect.arrayContaining(actions.map((action) => action.id)))
      expect(new Set(ids).size).toBe(ids.length)
    })

    test.each(['garbage', '', Buffer.from('[7]').toString('base64url'), Buffer.from('{}').toString('base64url')])(
      'list() refuses the cursor %j',
      async (after) => {
        await expectCursorRefused(get().data.connections.list({ limit: 2, after }))
      },
    )

    test('delete() says how many were there, and refuses what is in use', async () => {
      const { data, addAction, addRun } = get()
      const action = await addAction()
      await expect(data.connections.delete(action.connectionId)).rejects.toMatchObject({ code: 'conflict' })
      await expect(data.templates.delete(action.templateId)).rejects.toMatchObject({ code: 'conflict' })
      const run = await addRun(action)
      await expect(data.actions.delete(action.id)).rejects.toMatchObject({ code: 'conflict' })
      await data.runs.update(run.id, { state: 'completed' })
      expect(await data.actions.delete(action.id)).toBe(true)
      expect(await data.actions.delete(action.id)).toBe(false)
      expect(await data.runs.get(run.id)).toBeNull()
      expect(await data.connections.delete(action.connectionId)).toBe(true)
      expect(await data.templates.delete(action.templateId)).toBe(true)
    })

    test('templates keep every version', async () => {
      const { data, addAction } = get()
      const { templateId } = await addAction()
      const versions = [1, 2, 3].map((version) => ({
        templateId,
        version,
        design: { ...design, width: version },
        author: version === 1 ? null : 'Mia',
        note: version === 2 ? 'Larger price' : null,
        publishedAt: version === 3 ? later : null,
        createdAt: at,
      }))
      for (const version of versions) await data.templates.insertVersion(version)
      expect(await data.templates.getVersion(templateId, 2)).toEqual(versions[1])
      expect(await data.templates.getVersion(templateId, 4)).toBeNull()
      expect(await readAll((options) => data.templates.listVersions(templateId, options))).toEqual(
        versions.toReversed().map(({ design: _, ...facts }) => facts),
      )
      await expectCursorRefused(data.templates.listVersions(templateId, { limit: 2, after: 'x' }))
    })

    test('assets are read as they were written', async () => {
      const { data, id } = get()
      const asset = {
        id: id('ast'),
        filename: 'a.png',
        contentType: 'image/png',
        hash: 'b'.repeat(64),
        sizeBytes: 5e9,
        createdAt: at,
      }
      await data.assets.insert(asset)
      expect(await data.assets.get(asset.id)).toEqual(asset)
      expect((await data.assets.list({ limit: 1 })).results).toEqual([asset])
      const withHash = async (hash: string) => (await data.assets.list({ limit: 1, hash })).results
      expect([await withHash(asset.hash), await withHash('c'.repeat(64))]).toEqual([[asset], []])
      expect(await data.assets.filenames(['ast_none', 'nul \0', asset.id])).toEqual(
        new Map([[asset.id, asset.filename]]),
      )
      expect([await data.assets.delete(asset.id, at), await data.assets.delete(asset.id, at)]).toEqual([true, false])
    })

    test('assets are used by tables, however many rows come first', async () => {
      const { data, id } = get()
      const asset = id('ast')
      const tables = ['Photos', 'Logos', 'None'].map((name) => {
        return { id: id('tbl'), name, fields: [], views: [], revision: 1, createdAt: at, updatedAt: at }
      })
      for (const [index, table] of tables.entries()) {
        await data.tables.insert(table)
        const used = index < 2 ? { photo: `asset:${asset}` } : {}
        const rows = Array.from({ length: 5002 }, (_, n) => ({ id: id('row'), fields: n === 5001 ? used : {} }))
        await data.tables.insertRows(table.id, rows)
      }
      const [first, second] = tables.map((table) => ({ kind: 'table', id: table.id, name: table.name }))
      expect(await data.assets.usesOf(asset, { most: 10 })).toEqual([first, second])
      expect(await data.assets.usesOf(asset, { most: 1 })).toEqual([first])
      const ended = data.assets.usesOf(asset, { most: 10, signal: AbortSignal.abort(new Error('the client left')) })
      await expect(ended).rejects.toThrow('the client left')
    })

    test('assets are used by the drafts of templates', async () => {
      const { data, id, addAction } = get()
      const { templateId } = await addAction()
      const asset = id('ast')
      expect(await data.assets.usesOf(asset, { most: 10 })).toEqual([])
      const layer = { type: 'image', name: 'Photo', src: `asset:${asset}` }
      await data.transaction(async ({ drafts }) => {
        const draft = await drafts.lock(templateId)
        await drafts.update({ ...draft, change: { baseVersion: 1, design: { ...design, layers: [layer] } } })
      })
      expect(await data.assets.usesOf(asset, { most: 10 })).toEqual([
        { kind: 'template', id: templateId, name: 'Card' },
      ])
    })
  })

  describe('images', () => {
    test('are read as they were written, and inserted once', async () => {
      const { data, id } = get()
      const image = newImage(id('img'), { actionId: 'act_1', runId: 'run_1', recordId: 'rec1' })
      await data.images.insert([image, newImage(id('img'))])
      await data.images.insert([{ ...image, templateVersion: 99 }])
      await data.images.insert([])
      expect(await data.images.get(image.id)).toEqual(image)
      expect(await data.images.getMany([image.id, 'img_unknown'])).toEqual(new Map([[image.id, image]]))
    })

    test('list() goes by action, run, template and record', async () => {
      const { data, id } = get()
      const [actionId, runId, templateId, recordId] = [id('act'), id('run'), id('tpl'), id('rec')]
      const images = [
        newImage(id('img'), { actionId }),
        newImage(id('img'), { actionId, runId }),
        newImage(id('img'), { actionId, recordId }),
        newImage(id('img'), { templateId }),
      ]
      await data.images.insert(images)
      const list = async (filter: object) =>
        (await readAll((options) => data.images.list({ ...options, ...filter }))).map((image) =>
          images.indexOf(images.find(({ id }) => id === image.id) ?? image),
        )
      expect(await list({ actionId })).toEqual([2, 1, 0])
      expect(await list({ actionId, runId })).toEqual([1])
      expect(await list({ recordId })).toEqual([2])
      expect(await list({ templateId })).toEqual([3])
    })

    test('list() examines a bounded number of rows for one page, and goes on behind them', async () => {
      const { data, id } = get()
      const [runId, actionId] = [id('run'), id('act')]
      const found = newImage(id('img'), { runId, actionId })
      await data.images.insert([found, ...Array.from({ length: 5000 }, () => newImage(id('img'), { runId }))])
      const first = await data.images.list({ runId, actionId, limit: 2 })
      expect(first).toEqual({ results: [], next: expect.any(String) })
      expect(await readAll((options) => data.images.list({ ...options, runId, actionId }))).toEqual([found])
    })

    test('list() shows each image once where conditions are checked row by row', async () => {
      const { data, id } = get()
      const [runId, actionId, other] = [id('run'), id('act'), id('act')]
      const images = Array.from({ length: 40 }, (_, n) =>
        newImage(id('img'), { runId, actionId: n % 3 === 0 ? actionId : other }),
      )
      await data.images.insert(images)
      const expected = images.filter((image) => image.actionId === actionId).toReversed()
      expect(await readAll((options) => data.images.list({ ...options, runId, actionId }))).toEqual(expected)
    })

    test('count() is exact where that is cheap, else an estimate, and isMoreThan() says whether more match', async () => {
      const { data, id } = get()
      const actionId = id('act')
      const add = (count: number) =>
        data.images.insert(Array.from({ length: count }, () => newImage(id('img'), { actionId })))
      expect(await data.images.count({ actionId })).toEqual({ count: 0, bytes: 0, accuracy: 'exact' })
      await add(100)
      expect(await data.images.count({ actionId })).toMatchObject({ count: 100, accuracy: 'exact' })
      expect(await data.images.isMoreThan(100, { actionId })).toBe(false)
      expect(await data.images.isMoreThan(99, { actionId })).toBe(true)
      await add(5000)
      const { count, accuracy } = await data.images.count({ actionId })
      expect(accuracy).not.toBe('exact')
      expect(count).toBeGreaterThan(100)
      expect(await data.images.isMoreThan(5099, { actionId })).toBe(true)
      expect(await data.images.isMoreThan(5100, { actionId, createdFrom: new Date(0) })).toBe(false)
    })

    test('list() and count() find images whose request modified a layer', async () => {
      const { data, id } = get()
      const actionId = id('act')
      const add = (...modifications: { name: string }[]) => newImage(id('img'), { actionId, modifications })
      const images = [
        add(),
        add({ name: 'Title' }),
        add({ name: 'Price' }, { name: 'Title' }),
        add({ name: 'Title 2' }),
      ]
      await data.images.insert(images)
      const { results } = await data.images.list({ actionId, modifiedLayer: 'Title', limit: 10 })
      expect(results.map((image) => image.id)).toEqual([images[2]?.id, images[1]?.id])
      expect(await data.images.count({ actionId, modifiedLayer: 'Title' })).toMatchObject({ count: 2 })
      expect(await data.images.count({ actionId, modifiedLayer: 'title' })).toMatchObject({ count: 0 })
    })

    test('delete() says whether it was there', async () => {
      const { data, id } = get()
      const image = newImage(id('img'))
      await data.images.insert([image])
      expect(await data.images.delete([image.id, 'img_unknown'], at)).toBe(1)
      expect(await data.images.delete([image.id], at)).toBe(0)
    })

    test('delete() forgets the output of the image, and no other', async () => {
      const { data, id } = get()
      const actionId = id('act')
      const image = newImage(id('img'), { actionId, recordId: 'rec1' })
      const earlier = newImage(id('img'), { actionId, recordId: 'rec2' })
      await data.images.insert([image, earlier])
      const output = { actionId, output: '', fingerprint: 'one', writtenTo: [] }
      await data.outputs.upsert([
        { ...output, recordId: 'rec1', imageId: image.id },
        { ...output, recordId: 'rec2', imageId: 'img_newer' },
      ])
      await data.images.delete([image.id, earlier.id], at)
      expect([...(await data.outputs.find(actionId, ['rec1', 'rec2'])).keys()]).toEqual(['rec2'])
    })

    test('outputs keep what was last made for a record', async () => {
      const { data, id } = get()
      const actionId = id('act')
      const output: Output = {
        actionId,
        recordId: 'rec1',
        output: '',
        fingerprint: 'one',
        imageId: 'img_1',
        writtenTo: null,
      }
      const last = { ...output, fingerprint: 'two', imageId: 'img_2', writtenTo: ['fld_url', 'fld_status'] }
      const other = { ...output, recordId: 'rec2' }
      const story = { ...output, output: 'story', imageId: 'img_3', writtenTo: ['fld_story'] }
      await data.outputs.upsert([output, other, story])
      await data.outputs.upsert([{ ...output, fingerprint: 'between' }, last])
      await data.outputs.upsert([])
      const found = await data.outputs.find(actionId, ['rec1', 'rec2', 'rec3'])
      expect(found).toEqual(
        new Map([
          [
            'rec1',
            new Map([
              ['', last],
              ['story', story],
            ]),
          ],
          ['rec2', new Map([['', other]])],
        ]),
      )
      const first = await data.outputs.find(actionId, ['rec1'], [''])
      expect([...(first.get('rec1')?.keys() ?? [])]).toEqual([''])
      const others = await data.outputs.find(actionId, ['rec1', 'rec2'], ['story', 'none'])
      expect([...others].map(([recordId, made]) => [recordId, ...made.keys()])).toEqual([['rec1', 'story']])
      expect(await data.outputs.find('act_other', ['rec1'])).toEqual(new Map())
      await data.outputs.forgetWritten(actionId)
      const all = async () => {
        const ofRecords = await data.outputs.find(actionId, ['rec1', 'rec2'])
        return [...ofRecords.values()].flatMap((outputs) => [...outputs.values()])
      }
      expect((await all()).map(({ writtenTo }) => writtenTo)).toEqual([[], [], null])
      const keys = async () => (await all()).map(({ output: key }) => key)
      await data.outputs.upsert([story])
      await data.images.insert([newImage('img_3', { actionId, recordId: 'rec1', output: 'story' })])
      await data.images.delete(['img_3'], at)
      expect(await keys()).toEqual(['', ''])
      await data.outputs.upsert([story])
      await data.outputs.deleteOf(actionId)
      expect(await all()).toEqual([])
    })
  })
}
