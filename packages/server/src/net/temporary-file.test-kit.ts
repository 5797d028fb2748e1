import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Writes a file that is gone after the test; answers its path. */
export async function withFile(content: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pictable-net-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'file')
  await writeFile(path, content)
  return path
}
