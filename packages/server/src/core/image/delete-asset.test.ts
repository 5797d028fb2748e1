import { expect, test } from 'vitest'
import { useTestData } from '#core/fakes/test-data.ts'
import { createTestWorld } from '#core/fakes/test-world.ts'
import type { Data } from '#core/ports/data.ts'
import { addAsset } from './add-asset.ts'
import { deleteAsset } from './delete-asset.ts'

const opened = useTestData()

const withoutSearch = <Part extends Pick<Data, 'assets'>>(data: Part): Part => ({
  ...data,
  assets: { ...data.assets, usesOf: () => Promise.reject(new Error('the tables were searched')) },
})

async function addOne() {
  const world = createTestWorld({ data: opened.data })
  const { id } = await addAsset(world, { filename: 'a.svg', bytes: new TextEncoder().encode('<svg/>') })
  return { world, id }
}

test('deleteAsset() searches no table when it is forced', async () => {
  const { world, id } = await addOne()
  const { transaction } = opened.data
  const data = {
    ...withoutSearch(opened.data),
    transaction: (work) => transaction((inside) => work(withoutSearch(inside))),
  } satisfies Data
  await deleteAsset({ ...world, data }, id, true)
  expect(await opened.data.assets.get(id)).toBeNull()
  await expect(deleteAsset({ ...world, data }, id, true)).rejects.toMatchObject({ code: 'not_found' })
})

test('deleteAsset() searches outside of the transaction, which would hold up everyone else', async () => {
  const { world, id } = await addOne()
  const { transaction } = opened.data
  const data = {
    ...opened.data,
    transaction: (work) => transaction((inside) => work(withoutSearch(inside))),
  } satisfies Data
  await deleteAsset({ ...world, data }, id, false)
  expect(await opened.data.assets.get(id)).toBeNull()
})
