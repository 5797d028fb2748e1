import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { bundle } from 'n8n-nodes-pictable/bundle'
import { root, type Workspace } from './workspace.ts'
import { writeJson } from './write-json.ts'

/**
 * Writes the nodes for n8n into a folder as they are published. n8n loads the paths in the section `n8n` of package.json, which are
 * CommonJS: the package of the repository is ESM, this one is not.
 */
export async function stageNodes({ folder, manifest }: Workspace, target: string): Promise<void> {
  await bundle(join(target, 'dist'))
  const { type: _, imports: __, exports: ___, devDependencies: ____, ...published } = manifest
  writeJson(join(target, 'package.json'), published)
  for (const name of ['README.md', 'LICENSE']) cpSync(join(root, folder, name), join(target, name))
}
