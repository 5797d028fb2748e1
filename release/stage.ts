/** Writes the package `pictable` into a folder, as it is published: `node release/stage.ts <folder>`. The container is made of it. */
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { stageCommand } from './stage-command.ts'
import { workspaces } from './workspace.ts'

const target = resolve(process.argv[2] ?? 'staged')
const pictable = workspaces().find(({ manifest }) => manifest.name === 'pictable')
if (pictable === undefined) throw new Error('package.json lists no workspace "pictable"')
mkdirSync(target, { recursive: true })
await stageCommand(pictable, target)
