import type { INodeProperties } from 'n8n-workflow'
import { chooseField } from '#n8n/fields/choose.ts'

const running = { resource: ['action'], operation: ['run'] }
const getting = { resource: ['run'], operation: ['get'] }
const both = { resource: ['action', 'run'], operation: ['run', 'get'] }

const operations: INodeProperties[] = [
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: ['action'] } },
    options: [
      {
        name: 'Run',
        value: 'run',
        action: 'Run an action',
        description: 'Render an image for each record of the table of an action, and wait until the run has ended',
      },
    ],
    default: 'run',
  },
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: ['run'] } },
    options: [
      { name: 'Get', value: 'get', action: 'Get a run', description: 'Get a run with its counts, or its records' },
    ],
    default: 'get',
  },
]

const failOnFailedRecords: INodeProperties = {
  displayName: 'Fail on Failed Records',
  name: 'failOnFailedRecords',
  type: 'boolean',
  default: true,
  description: 'Whether a run of which some records failed is an error. One of which all failed always is.',
}

const runOptions: INodeProperties = {
  displayName: 'Options',
  name: 'options',
  type: 'collection',
  placeholder: 'Add option',
  displayOptions: { show: running },
  default: {},
  options: [
    failOnFailedRecords,
    {
      displayName: 'Max Records',
      name: 'maxRecords',
      type: 'number',
      typeOptions: { minValue: 1 },
      default: 50,
      description: 'Maximum number of records to process',
    },
    {
      displayName: 'Metadata',
      name: 'metadata',
      type: 'json',
      default: '{}',
      description: 'A JSON object that is stored with the run and sent with its events',
    },
    {
      displayName: 'Re-Render Unchanged',
      name: 'force',
      type: 'boolean',
      default: true,
      description: 'Whether to also render records that have not changed since their last image',
    },
    {
      displayName: 'Record IDs',
      name: 'recordIds',
      type: 'string',
      default: '',
      placeholder: 'rec8116cdd76088af, rec5a0c3e51b8a7f2',
      description: 'Only these records, separated by commas, or a list from an expression. Default: the whole view.',
    },
    {
      displayName: 'Timeout (Minutes)',
      name: 'timeoutMinutes',
      type: 'number',
      typeOptions: { minValue: 1 },
      default: 60,
      description: 'How long to wait for the end of the run. It continues on the server after that.',
    },
  ],
}

export const runFields: INodeProperties[] = [
  ...operations,
  chooseField({
    name: 'action',
    displayName: 'Action',
    search: 'searchActions',
    prefix: 'act',
    operations: running,
  }),
  {
    displayName: 'Run ID',
    name: 'runId',
    type: 'string',
    required: true,
    displayOptions: { show: getting },
    default: '',
    placeholder: 'run_01jd3v',
  },
  {
    displayName: 'Wait for Completion',
    name: 'wait',
    type: 'boolean',
    displayOptions: { show: running },
    default: true,
    description: 'Whether to wait until the run has ended',
  },
  {
    displayName: 'Return',
    name: 'returnItems',
    type: 'options',
    displayOptions: { show: both },
    options: [
      { name: 'Records', value: 'records', description: 'One item for each record, with its state and image' },
      { name: 'Run', value: 'run', description: 'One item with the counts of the run' },
    ],
    default: 'run',
  },
  {
    displayName: 'Simplify',
    name: 'simplify',
    type: 'boolean',
    displayOptions: { show: { ...both, returnItems: ['run'] } },
    default: true,
    description: 'Whether to return a simplified version of the response instead of the raw data',
  },
  runOptions,
]
