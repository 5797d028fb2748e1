import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createFakeSource } from '#core/fakes/fake-source.ts'
import { openTestData, type TestData } from '#core/fakes/test-data.ts'
import { createTestWorld, fakeSources } from '#core/fakes/test-world.ts'
import type { SourceKind } from '#core/ports/sources.ts'
import type { World } from '#core/ports/world.ts'
import { shownSettings } from './connection-settings.ts'
import { openSource } from './open-source.ts'
import { createConnection, updateConnection } from './save-connection.ts'

let testData: TestData
let world: World
const opened: unknown[] = []
beforeAll(async () => {
  testData = await openTestData()
  const source = createFakeSource({ tables: [] })
  const kind: SourceKind = {
    ...source.kind,
    open(settings) {
      opened.push(settings)
      return source
    },
  }
  world = createTestWorld({ data: testData.data, sources: fakeSources([kind]) })
})
afterAll(() => testData.close())

const settings = { account: 'shop', token: 'pat_1234567890' }

describe('createConnection()', () => {
  test('seals the secrets, shows them masked, and opens the source with them', async () => {
    const connection = await createConnection(world, { name: 'Shop', source: 'fake', settings })
    const kept = await testData.data.connections.get(connection.id)
    expect(kept).toEqual(connection)
    expect(connection.settings).toEqual({ account: 'shop' })
    expect(connection.sealedSettings).toContain('sealed')
    expect(shownSettings(world, connection)).toEqual({ account: 'shop', token: '***7890' })
    await openSource(world, connection.id)
    expect(opened.at(-1)).toEqual(settings)
  })

  test('points at settings that are wrong or unknown', async () => {
    const draft = { name: 'Shop', source: 'fake', settings: { account: 5, tokn: 'x' } }
    await expect(createConnection(world, draft)).rejects.toMatchObject({
      code: 'invalid_request',
      errors: [{ pointer: '/settings/account' }, { pointer: '/settings/tokn' }],
    })
    await expect(createConnection(world, { ...draft, settings: 'x' })).rejects.toMatchObject({
      errors: [{ pointer: '/settings' }],
    })
    await expect(createConnection(world, { ...draft, source: 'none' })).rejects.toMatchObject({
      code: 'invalid_request',
    })
  })
})

describe('a mask in place of a secret', () => {
  test.each(['***', '***7890', '••••', '●●●●●●●●'])('%s is refused where nothing is stored', async (token) => {
    const refused = {
      code: 'invalid_request',
      message: expect.stringContaining('is the mask of another value. Enter the value itself'),
      errors: [{ pointer: '/settings/token' }],
    }
    const draft = { name: 'Shop', source: 'fake', settings: { ...settings, token } }
    await expect(createConnection(world, draft)).rejects.toMatchObject(refused)
    const { id } = await createConnection(world, { ...draft, settings: { account: 'shop' } })
    await expect(updateConnection(world, { id }, { settings: { token } })).rejects.toMatchObject(refused)
  })

  test('of another value is refused, and the stored one stays', async () => {
    const { id } = await createConnection(world, { name: 'Shop', source: 'fake', settings })
    await expect(updateConnection(world, { id }, { settings: { token: '***4321' } })).rejects.toMatchObject({
      errors: [{ pointer: '/settings/token' }],
    })
    await openSource(world, id)
    expect(opened.at(-1)).toEqual(settings)
  })

  test('is not seen in a secret that begins like one', async () => {
    const token = '***a-secret-of-stars'
    const { id } = await createConnection(world, { name: 'Shop', source: 'fake', settings: { ...settings, token } })
    await openSource(world, id)
    expect(opened.at(-1)).toMatchObject({ token })
  })
})

describe('updateConnection()', () => {
  test('keeps a secret that comes as its mask, sets what is given, and removes what is null', async () => {
    const { id } = await createConnection(world, { name: 'Shop', source: 'fake', settings })
    await updateConnection(world, { id }, { name: 'New', settings: { account: 'other', token: '***7890' } })
    await openSource(world, id)
    expect(opened.at(-1)).toEqual({ account: 'other', token: 'pat_1234567890' })
    await updateConnection(world, { id }, { settings: { account: null, token: 'pat_new' } })
    await openSource(world, id)
    expect(opened.at(-1)).toEqual({ token: 'pat_new' })
    const bare = await updateConnection(world, { id, revision: 3 }, { settings: { token: null } })
    expect(bare).toMatchObject({ name: 'New', settings: {}, sealedSettings: null, revision: 4 })
    await expect(updateConnection(world, { id, revision: 3 }, { name: 'x' })).rejects.toMatchObject({
      code: 'precondition_failed',
    })
  })
})

test('updateConnection() renames a connection without opening its secrets', async () => {
  const { id } = await createConnection(world, { name: 'Shop', source: 'fake', settings })
  const open = () => {
    throw new Error('the secret was opened')
  }
  const sealed = { ...world, secrets: { ...world.secrets, open } }
  expect(await updateConnection(sealed, { id }, { name: 'Renamed' })).toMatchObject({ name: 'Renamed' })
})

describe('updateConnection() of a source with an address', () => {
  test('asks for the secret again when the address changes', async () => {
    const source = createFakeSource({ tables: [] })
    const settings_ = source.kind.settings.extend({ account: z.string().optional().meta({ role: 'destination' }) })
    const kind: SourceKind = { ...source.kind, settings: settings_ }
    const moved = createTestWorld({ data: testData.data, sources: fakeSources([kind]) })
    const { id } = await createConnection(moved, { name: 'Shop', source: 'fake', settings })
    for (const change of [{ account: 'evil' }, { account: 'evil', token: '***7890' }, { account: null }]) {
      await expect(updateConnection(moved, { id }, { settings: change })).rejects.toMatchObject({
        code: 'invalid_request',
        errors: [{ pointer: '/settings/token' }],
      })
    }
    await updateConnection(moved, { id }, { settings: { account: 'shop', token: '***7890' } })
    const changed = await updateConnection(moved, { id }, { settings: { account: 'other', token: 'pat_another_one' } })
    expect(shownSettings(moved, changed)).toEqual({ account: 'other', token: '***_one' })
    const bare = await updateConnection(moved, { id }, { settings: { account: 'third', token: null } })
    expect(shownSettings(moved, bare)).toEqual({ account: 'third' })
  })
})

describe('a connection whose settings were changed outside Pictable, such as in an archive', () => {
  test.each([
    { settings: { account: 'evil' } },
    { settings: {} },
    { settings: { account: 'shop', added: 'x' } },
    { source: 'other' },
  ])('%j opens nothing until its secrets are entered again', async (edited) => {
    const source = createFakeSource({ tables: [] })
    const kinds = [source.kind, { ...source.kind, kind: 'other' }]
    const moved = createTestWorld({ data: testData.data, sources: fakeSources(kinds) })
    const connection = await createConnection(moved, { name: 'Shop', source: 'fake', settings })
    const changed = await testData.data.connections.update({ ...connection, ...edited })
    if (changed === null) throw new Error('the connection is gone')
    const before = opened.length
    await expect(openSource(moved, connection.id)).rejects.toMatchObject({ code: 'secret_moved' })
    expect(opened).toHaveLength(before)
    expect(shownSettings(moved, changed)).toEqual(changed.settings)
    const masked = updateConnection(moved, { id: connection.id }, { settings: { token: '***7890' } })
    await expect(masked).rejects.toMatchObject({ errors: [{ pointer: '/settings/token' }] })
    const entered = { token: 'pat_another_one', added: null }
    const { id } = await updateConnection(moved, { id: connection.id }, { settings: entered })
    await openSource(moved, id)
  })

  test('opens what an earlier release stored', async () => {
    const connection = await createConnection(world, { name: 'Shop', source: 'fake', settings })
    const { id } = connection
    const sealedSettings = world.secrets.seal(
      JSON.stringify({ token: 'pat_of_before' }),
      `connections.sealed_settings.${id}`,
    )
    await testData.data.connections.update({ ...connection, sealedSettings })
    await openSource(world, id)
    expect(opened.at(-1)).toEqual({ account: 'shop', token: 'pat_of_before' })
  })
})

describe('openSource()', () => {
  test('refuses an unknown connection', async () => {
    await expect(openSource(world, 'con_none')).rejects.toMatchObject({ code: 'not_found' })
  })
})
