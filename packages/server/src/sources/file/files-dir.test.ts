import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resolveFile } from './files-dir.ts'

let root: string
let filesDir: string
beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'pictable-files-')))
  filesDir = join(root, 'files')
  await mkdir(join(filesDir, 'shop'), { recursive: true })
  await mkdir(join(root, 'files-of-others'))
  await writeFile(join(filesDir, 'shop', 'products.csv'), 'Name\nCup\n')
  await writeFile(join(filesDir, '..dots.csv'), 'Name\n')
  await writeFile(join(root, 'secret.csv'), 'Name\n')
  await writeFile(join(root, 'files-of-others', 'secret.csv'), 'Name\n')
  await symlink(join('shop', 'products.csv'), join(filesDir, 'inside.csv'))
  await symlink(join(root, 'secret.csv'), join(filesDir, 'outside.csv'))
  await symlink(root, join(filesDir, 'up'))
  await symlink('loop.csv', join(filesDir, 'loop.csv'))
  await symlink(filesDir, join(root, 'linked'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

describe('resolveFile()', () => {
  test.each([
    ['shop/products.csv', 'shop/products.csv'],
    ['./shop/../shop/products.csv', 'shop/products.csv'],
    ['inside.csv', 'shop/products.csv'],
    ['..dots.csv', '..dots.csv'],
  ])('finds %s', async (path, file) => {
    expect(await resolveFile(filesDir, path)).toBe(join(filesDir, file))
  })

  test('takes an absolute path inside the folder, and a folder that is a link itself', async () => {
    const file = join(filesDir, 'shop', 'products.csv')
    expect(await resolveFile(filesDir, file)).toBe(file)
    expect(await resolveFile(join(root, 'linked'), 'shop/products.csv')).toBe(file)
    expect(await resolveFile(join(root, 'linked'), join(root, 'linked', 'shop', 'products.csv'))).toBe(file)
  })

  test.each([
    '../secret.csv',
    'shop/../../secret.csv',
    '../files-of-others/secret.csv',
    '/etc/passwd',
    '../nothing-here.csv',
    'outside.csv',
    'up/secret.csv',
    'shop/products.csv\0.png',
    '',
    '.',
  ])('refuses %j, which leads out', async (path) => {
    const message = expect.stringContaining('is not in the folder PICTABLE_FILES_DIR')
    await expect(resolveFile(filesDir, path)).rejects.toMatchObject({ code: 'source_invalid', message })
  })

  test('says what is not there, and what is no file', async () => {
    for (const path of ['gone.csv', 'shop/products.csv/x', 'loop.csv']) {
      const message = expect.stringContaining(`There is no file "${path}"`)
      await expect(resolveFile(filesDir, path)).rejects.toMatchObject({ code: 'source_not_found', message })
    }
    await expect(resolveFile(join(root, 'no-folder'), 'x.csv')).rejects.toMatchObject({ code: 'source_not_found' })
    await expect(resolveFile(filesDir, 'shop')).rejects.toMatchObject({ code: 'source_invalid' })
  })

  test('names the setting when the operator allows no files', async () => {
    const message = expect.stringContaining('PICTABLE_FILES_DIR')
    await expect(resolveFile(undefined, 'shop/products.csv')).rejects.toMatchObject({ code: 'source_invalid', message })
  })
})
