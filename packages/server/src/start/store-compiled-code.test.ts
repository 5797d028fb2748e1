import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { compiledFolderOf } from './store-compiled-code.ts'

const work = mkdtempSync(join(tmpdir(), 'pictable-home-'))
afterAll(() => rmSync(work, { recursive: true, force: true }))

function newHome(name: string): string {
  const home = join(work, name)
  mkdirSync(home, { mode: 0o755 })
  return home
}

test('compiledFolderOf() makes a folder that only the user can open', () => {
  const home = newHome('user')
  const folder = join(home, '.cache', 'pictable')
  expect(compiledFolderOf({ HOME: home })).toBe(folder)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(compiledFolderOf({ HOME: home })).toBe(folder)
  const caches = newHome('caches')
  expect(compiledFolderOf({ HOME: home, XDG_CACHE_HOME: caches })).toBe(join(caches, 'pictable'))
})

test('compiledFolderOf() uses no folder that others can write, or that depends on the working directory', () => {
  const open = newHome('open')
  chmodSync(open, 0o777)
  expect(compiledFolderOf({ HOME: open })).toBeNull()
  const openCaches = newHome('open-caches')
  mkdirSync(join(openCaches, '.cache'))
  chmodSync(join(openCaches, '.cache'), 0o777)
  expect(compiledFolderOf({ HOME: openCaches })).toBeNull()
  for (const home of ['', '.', 'home', join(work, 'missing')]) expect(compiledFolderOf({ HOME: home })).toBeNull()
  expect(existsSync('home')).toBe(false)
  expect(compiledFolderOf({})).toBeNull()
})

test('compiledFolderOf() does without where no folder can be made', () => {
  const home = newHome('blocked')
  writeFileSync(join(home, '.cache'), 'a file')
  expect(compiledFolderOf({ HOME: home })).toBeNull()
})
