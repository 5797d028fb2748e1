import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openLock } from './lock-file.ts'

const url = 'https://pictable.example'

async function lockNaming(name: string) {
  const folder = await mkdtemp(join(tmpdir(), 'pictable-lock-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const servers = { [url]: { templates: { [name]: { id: 'tpl_1', version: 1 } } } }
  await writeFile(join(folder, '.pictable.json'), JSON.stringify({ servers }))
  return openLock(folder, url)
}

test.each(['sale.json', 'Spring sale (2).json', '卡片.json'])('a lock file may name %s', async (name) => {
  expect(Object.keys((await lockNaming(name)).server.templates)).toEqual([name])
})

test.each([
  ...['../sale.json', '/etc/sale.json', 'a/b.json', '..\\sale.json', 'C:sale.json'],
  ...['.bash_profile', '.sale.json', '..json', 'sale.sh', '.json', ''],
])('a lock file with the file %j is refused: a pull would write there', async (name) => {
  await expect(lockNaming(name)).rejects.toThrow('is not a valid lock file')
})
