import { type Client, contract } from '@pictable/client'
import { z } from 'zod'
import { checkDesign } from './check-design.ts'
import { previewOf } from './content.ts'
import { designReference } from './design-reference.ts'
import { type EndpointTool, endpointTool } from './endpoint-tool.ts'
import type { Tool } from './tool.ts'
import { waitForRun } from './wait-for-run.ts'

const { actions, assets, connections, deliveries, fontFamilies, forms, imageBatches, images, runs } = contract
const { starters, tables, templates, webhooks } = contract

const anImage = z.object({ id: z.string() })

async function withPreview(client: Client, answer: unknown) {
  const { data: image } = anImage.safeParse(answer)
  return image === undefined ? [] : previewOf(client, image.id)
}

/** What is of use to a model: not what needs a browser, uploads bytes, or manages people, keys and backups. */
const endpointTools: readonly EndpointTool[] = [
  { endpoint: templates.list },
  { endpoint: templates.get },
  { endpoint: templates.variables },
  { endpoint: templates.create },
  { endpoint: templates.update },
  { endpoint: templates.publish },
  { endpoint: templates.usage },
  { endpoint: templates.versions },
  { endpoint: templates.delete },
  { endpoint: starters.list },
  { endpoint: starters.use },
  { endpoint: fontFamilies.list },
  { endpoint: assets.list },
  { endpoint: connections.list },
  { endpoint: connections.create, isOpenWorld: true },
  { endpoint: connections.bases, isOpenWorld: true },
  { endpoint: connections.tables, isOpenWorld: true },
  { endpoint: connections.fields, isOpenWorld: true },
  { endpoint: connections.records, isOpenWorld: true },
  { endpoint: tables.list },
  { endpoint: tables.get },
  { endpoint: tables.create },
  { endpoint: tables.rows },
  { endpoint: tables.addRows },
  { endpoint: tables.updateRows },
  { endpoint: tables.deleteRows, isDestructive: true },
  { endpoint: actions.list },
  { endpoint: actions.get },
  { endpoint: actions.create, isOpenWorld: true },
  { endpoint: actions.update, isOpenWorld: true },
  { endpoint: actions.run, isOpenWorld: true },
  { endpoint: actions.delete },
  { endpoint: runs.list },
  { endpoint: runs.get },
  { endpoint: runs.records },
  { endpoint: runs.retryFailed, isOpenWorld: true },
  { endpoint: runs.cancel, isDestructive: true },
  { endpoint: images.create, pictures: withPreview },
  { endpoint: images.get, pictures: withPreview },
  { endpoint: images.list },
  { endpoint: images.delete },
  { endpoint: imageBatches.create },
  { endpoint: imageBatches.get },
  { endpoint: forms.list },
  { endpoint: forms.get },
  { endpoint: forms.create },
  { endpoint: forms.update },
  { endpoint: forms.rotate, isDestructive: true },
  { endpoint: forms.delete },
  { endpoint: webhooks.list },
  { endpoint: webhooks.test, isOpenWorld: true },
  { endpoint: deliveries.list },
  { endpoint: deliveries.replay, isOpenWorld: true },
]

/** Every tool, in the order in which a model needs them. */
export const tools: readonly Tool[] = [designReference, checkDesign, waitForRun, ...endpointTools.map(endpointTool)]
