import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { stageCommand } from './stage-command.ts'
import { stageLibrary } from './stage-library.ts'
import { stageNodes } from './stage-nodes.ts'
import { publishedPackages, root, type Workspace } from './workspace.ts'

/** A package as it is published. */
export interface Packed {
  name: string
  version: string
  /** The tarball. */
  path: string
  packedBytes: number
  unpackedBytes: number
}

const npmAnswer = z
  .array(
    z.object({
      name: z.string(),
      version: z.string(),
      filename: z.string(),
      size: z.number(),
      unpackedSize: z.number(),
    }),
  )
  .length(1)

function npmPack(folder: string, destination: string): Packed {
  const args = ['pack', '--json', '--pack-destination', destination, '--loglevel=error']
  const answer = execFileSync('npm', args, { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  // Scripts of the package may print before.
  const [packed] = npmAnswer.parse(JSON.parse(answer.slice(answer.indexOf('[\n'))))
  if (packed === undefined) throw new Error(`npm packed nothing in ${folder}`)
  const { name, version, filename, size, unpackedSize } = packed
  return { name, version, path: join(destination, filename), packedBytes: size, unpackedBytes: unpackedSize }
}

/** Writes a package of the workspace into a folder, as it is published. */
async function stage(one: Workspace, target: string, targets: ReadonlyMap<string, string>): Promise<void> {
  mkdirSync(target, { recursive: true })
  if (one.manifest.name === 'pictable') await stageCommand(one, target)
  else if (one.manifest.keywords?.includes('n8n-community-node-package')) await stageNodes(one, target)
  else await stageLibrary(one, target, targets)
}

/** Packs every package that a release publishes, or those of these names, into a folder. */
export async function packAll(destination: string, names?: readonly string[]): Promise<Packed[]> {
  rmSync(destination, { recursive: true, force: true })
  const staged = join(destination, 'staged')
  mkdirSync(staged, { recursive: true })
  // The compiler looks for packages from here.
  symlinkSync(join(root, 'node_modules'), join(staged, 'node_modules'))
  const targets = new Map<string, string>()
  const packed: Packed[] = []
  for (const one of publishedPackages()) {
    const { name } = one.manifest
    if (names !== undefined && !names.includes(name)) continue
    const target = join(staged, name)
    await stage(one, target, targets)
    targets.set(name, target)
    packed.push(npmPack(target, destination))
  }
  return packed
}
