import {
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  NodeApiError,
  NodeConnectionTypes,
} from 'n8n-workflow'
import { searchActions, searchTemplates } from '#n8n/fields/search.ts'
import { getImage } from '#n8n/image/get-image.ts'
import { imageFields } from '#n8n/image/image-fields.ts'
import { createRenderImage } from '#n8n/image/render-image.ts'
import { getVariables } from '#n8n/image/variables.ts'
import { getRun } from '#n8n/run/read-run.ts'
import { runAction } from '#n8n/run/run-action.ts'
import { runFields } from '#n8n/run/run-fields.ts'

type Work = (itemIndex: number) => Promise<INodeExecutionData[]>

/** What each operation does with an item. */
function workOf(context: IExecuteFunctions): Work {
  const works: Readonly<Record<string, Work>> = {
    'image.render': createRenderImage(context),
    'image.get': (itemIndex) => getImage(context, itemIndex),
    'action.run': (itemIndex) => runAction(context, itemIndex),
    'run.get': (itemIndex) => getRun(context, itemIndex),
  }
  return async (itemIndex) => {
    const resource = context.getNodeParameter('resource', itemIndex)
    const operation = context.getNodeParameter('operation', itemIndex)
    return (await works[`${resource}.${operation}`]?.(itemIndex)) ?? []
  }
}

/** An item that failed, where the workflow continues: n8n takes one with these keys alone to the error output. */
function failedItem(error: unknown): INodeExecutionData {
  const message = error instanceof Error ? error.message : String(error)
  if (!(error instanceof NodeApiError)) return { json: { error: message } }
  return { json: { error: message, details: error.description ?? '' } }
}

export class Pictable implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Pictable',
    name: 'pictable',
    icon: { light: 'file:pictable.svg', dark: 'file:pictable.dark.svg' },
    group: ['transform'],
    version: 1,
    subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
    description: 'Render images from templates, and run actions that render one for each record of a table',
    defaults: { name: 'Pictable' },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'pictableApi', required: true }],
    properties: [
      {
        displayName: 'Resource',
        name: 'resource',
        type: 'options',
        noDataExpression: true,
        options: [
          { name: 'Action', value: 'action' },
          { name: 'Image', value: 'image' },
          { name: 'Run', value: 'run' },
        ],
        default: 'image',
      },
      ...imageFields,
      ...runFields,
    ],
  }

  methods = {
    listSearch: { searchTemplates, searchActions },
    resourceMapping: { getVariables },
  }

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const work = workOf(this)
    const results: INodeExecutionData[] = []
    for (const itemIndex of this.getInputData().keys()) {
      const made = await work(itemIndex).catch((error: unknown) => {
        if (!this.continueOnFail()) throw error
        return [failedItem(error)]
      })
      results.push(...made.map((item) => ({ ...item, pairedItem: { item: itemIndex } })))
    }
    return [results]
  }
}
