import { imageFormats } from '@pictable/model/image'
import type { INodeProperties } from 'n8n-workflow'
import { chooseField } from '#n8n/fields/choose.ts'

const rendering = { resource: ['image'], operation: ['render'] }
const getting = { resource: ['image'], operation: ['get'] }
const both = { resource: ['image'], operation: ['render', 'get'] }

const operations: INodeProperties = {
  displayName: 'Operation',
  name: 'operation',
  type: 'options',
  noDataExpression: true,
  displayOptions: { show: { resource: ['image'] } },
  options: [
    {
      name: 'Get',
      value: 'get',
      action: 'Get an image',
      description: 'Get an image with its file and the values it was rendered from',
    },
    {
      name: 'Render',
      value: 'render',
      action: 'Render an image',
      description: 'Render an image from a template and values, and store it',
    },
  ],
  default: 'render',
}

const variables: INodeProperties = {
  displayName: 'Variables',
  name: 'variables',
  type: 'resourceMapper',
  noDataExpression: true,
  default: { mappingMode: 'defineBelow', value: null },
  displayOptions: { show: rendering },
  typeOptions: {
    loadOptionsDependsOn: ['template.value'],
    resourceMapper: {
      resourceMapperMethod: 'getVariables',
      mode: 'add',
      valuesLabel: 'Values of the Template',
      fieldWords: { singular: 'variable', plural: 'variables' },
      addAllFields: true,
      multiKeyMatch: false,
      supportAutoMap: true,
      noFieldsError: 'Choose a template with variables.',
    },
  },
  description:
    'Pictures are URLs, or assets of Pictable such as <code>asset:ast_01jd3v</code>. Inputs without a value are left to the template.',
}

const format: INodeProperties = {
  displayName: 'Format',
  name: 'format',
  type: 'options',
  displayOptions: { show: rendering },
  options: imageFormats
    .toSorted()
    .map((name) => ({ name: name === 'webp' ? 'WebP' : name.toUpperCase(), value: name })),
  default: 'png',
}

const file: INodeProperties[] = [
  {
    displayName: 'Download File',
    name: 'download',
    type: 'boolean',
    displayOptions: { show: both },
    default: true,
    description: 'Whether to pass the file of the image on to the next node as binary data',
  },
  {
    displayName: 'Put Output File in Field',
    name: 'binaryPropertyName',
    type: 'string',
    required: true,
    displayOptions: { show: { ...both, download: [true] } },
    default: 'data',
    hint: 'The name of the output binary field to put the file in',
  },
  {
    displayName: 'Simplify',
    name: 'simplify',
    type: 'boolean',
    displayOptions: { show: both },
    default: true,
    description: 'Whether to return a simplified version of the response instead of the raw data',
  },
]

const options: INodeProperties = {
  displayName: 'Options',
  name: 'options',
  type: 'collection',
  placeholder: 'Add option',
  displayOptions: { show: rendering },
  default: {},
  options: [
    {
      displayName: 'Effort',
      name: 'effort',
      type: 'options',
      options: [
        { name: 'Balanced', value: 'balanced' },
        { name: 'Fast', value: 'fast', description: 'Larger files in less time' },
        { name: 'Small', value: 'small', description: 'Smaller files in more time' },
      ],
      default: 'balanced',
      description: 'How much time to spend on smaller files',
    },
    {
      displayName: 'Metadata',
      name: 'metadata',
      type: 'json',
      default: '{}',
      description: 'A JSON object that is stored with the image and sent with its events',
    },
    {
      displayName: 'Quality',
      name: 'quality',
      type: 'number',
      typeOptions: { minValue: 1, maxValue: 100 },
      default: 85,
      description: 'From 1 (smallest file) to 100, for JPEG, WebP and AVIF',
    },
    {
      displayName: 'Scale',
      name: 'scale',
      type: 'number',
      typeOptions: { minValue: 0.1, maxValue: 8, numberPrecision: 2 },
      default: 1,
      description: 'Multiplies the size of the template. Use either Scale or Width.',
    },
    {
      displayName: 'Template Version',
      name: 'version',
      type: 'number',
      typeOptions: { minValue: 1 },
      default: 1,
      description: 'A version of the template. Without this option, the published version is used.',
    },
    {
      displayName: 'Transparent Background',
      name: 'transparent',
      type: 'boolean',
      default: true,
      description: 'Whether to leave out the background of the template',
    },
    {
      displayName: 'Width',
      name: 'width',
      type: 'number',
      typeOptions: { minValue: 1, maxValue: 10000 },
      default: 1200,
      description: 'Width of the image in pixels; the height follows. Use either Scale or Width.',
    },
  ],
}

export const imageFields: INodeProperties[] = [
  operations,
  chooseField({
    name: 'template',
    displayName: 'Template',
    search: 'searchTemplates',
    prefix: 'tpl',
    operations: rendering,
  }),
  variables,
  format,
  {
    displayName: 'Image ID',
    name: 'imageId',
    type: 'string',
    required: true,
    displayOptions: { show: getting },
    default: '',
    placeholder: 'img_01jd3v',
    description:
      'In the output of Render, in records of a run (<code>image_id</code>), and in events (<code>image.id</code>)',
  },
  ...file,
  options,
]
