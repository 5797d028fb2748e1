import { createRequire } from 'node:module'
import { join } from 'node:path'
import { bundle } from 'n8n-nodes-pictable/bundle'

/** The ES modules of n8n-workflow are for bundlers alone: Node loads its CommonJS, as n8n does. */
const require = createRequire(import.meta.url)

export const { NodeHelpers }: typeof import('n8n-workflow') = require('n8n-workflow')

type Credentials = typeof import('n8n-nodes-pictable/credentials/PictableApi.credentials.ts')
type Node = typeof import('n8n-nodes-pictable/nodes/Pictable/Pictable.node.ts')
type Trigger = typeof import('n8n-nodes-pictable/nodes/PictableTrigger/PictableTrigger.node.ts')

export type Nodes = Credentials & Node & Trigger

/** Bundles the nodes and loads them from the paths that package.json names, as n8n does. */
export async function loadNodes(): Promise<Nodes> {
  const root = join(import.meta.dirname, '../..')
  const manifest: { n8n: { nodes: string[]; credentials: string[] } } = require(join(root, 'packages/n8n/package.json'))
  // Inside the repository, so that n8n-workflow is found.
  const folder = join(root, 'node_modules/.cache', `n8n-nodes-${process.pid}`)
  await bundle(folder)
  const paths = [...manifest.n8n.credentials, ...manifest.n8n.nodes]
  return Object.assign({}, ...paths.map((path) => require(join(folder, path.replace(/^dist/, '')))))
}
