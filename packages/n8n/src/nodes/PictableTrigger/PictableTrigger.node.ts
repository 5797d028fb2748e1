import { eventNames } from '@pictable/model/webhook'
import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow'
import { listActions } from '#n8n/fields/search.ts'
import { receive } from '#n8n/trigger/receive.ts'
import { checkExists, create, remove } from '#n8n/trigger/register.ts'

type EventName = (typeof eventNames)[number]

const events: Readonly<Record<EventName, readonly [name: string, description: string]>> = {
  'image.created': ['Image Created', 'An image was rendered'],
  'image.failed': ['Image Failed', 'A record or image failed'],
  'run.started': ['Run Started', 'The first records of a run were read'],
  'run.completed': ['Run Completed', 'A run has processed its records'],
  'run.failed': ['Run Failed', 'A run ended early'],
  'batch.completed': ['Batch Completed', 'Each item of a batch was rendered or has failed'],
  'batch.cancelled': ['Batch Cancelled', 'The pending items of a batch were cancelled'],
}

const options = eventNames
  .map((value) => ({ name: events[value][0], value, description: events[value][1] }))
  .toSorted((one, other) => one.name.localeCompare(other.name))

export class PictableTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Pictable Trigger',
    name: 'pictableTrigger',
    icon: { light: 'file:../Pictable/pictable.svg', dark: 'file:../Pictable/pictable.dark.svg' },
    group: ['trigger'],
    version: 1,
    subtitle: '={{ $parameter["events"].join(", ") }}',
    description: 'Starts the workflow when Pictable has rendered an image, or a run or batch has ended',
    defaults: { name: 'Pictable Trigger' },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'pictableApi', required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
    properties: [
      {
        displayName: 'Events',
        name: 'events',
        type: 'multiOptions',
        required: true,
        options,
        default: ['image.created'],
      },
      {
        displayName: 'Action Names or IDs',
        name: 'actions',
        type: 'multiOptions',
        typeOptions: { loadOptionsMethod: 'listActions' },
        default: [],
        description:
          'Only events of these actions. Default: all. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
      },
    ],
  }

  methods = { loadOptions: { listActions } }

  webhookMethods = { default: { checkExists, create, delete: remove } }

  webhook = receive
}
