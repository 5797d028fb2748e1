import type {
  IDataObject,
  IExecuteFunctions,
  IHookFunctions,
  IHttpRequestOptions,
  ILoadOptionsFunctions,
  INode,
  INodeExecutionData,
  INodeParameters,
  INodeType,
} from 'n8n-workflow'
import { NodeHelpers, type Nodes } from './load-nodes.ts'

export interface FakeOptions {
  /** The credential of the node. */
  url: string
  apiKey: string
  parameters?: INodeParameters
  items?: IDataObject[]
  executionId?: string
  runIndex?: number
  /** Of the settings of the node: on an error, the workflow continues. */
  continueOnFail?: boolean
  /** Kept between calls, as beside a workflow. */
  staticData?: IDataObject
  webhookUrl?: string
}

interface FakeContexts {
  execute: IExecuteFunctions
  load: ILoadOptionsFunctions
  hook: IHookFunctions
  /** What the node wrote into the log of n8n. */
  warnings: string[]
}

/** As the credential type says: expressions such as `=Bearer {{$credentials.apiKey}}` in headers. */
function authenticated({ PictableApi }: Nodes, credentials: Readonly<Record<string, string>>): Record<string, string> {
  const { headers } = new PictableApi().authenticate.properties
  const fill = (text: string) =>
    text.slice(1).replace(/{{\$credentials\.(\w+)}}/g, (_, name: string) => credentials[name] ?? '')
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fill(value)]))
}

/** Asks as n8n's own helper does: JSON is parsed, an error status is an answer, no answer is an error. */
async function request(options: IHttpRequestOptions, headers: Record<string, string> = {}) {
  const url = new URL(options.url)
  for (const [name, value] of Object.entries(options.qs ?? {})) url.searchParams.set(name, String(value))
  const { method = 'GET', body } = options
  const json = body === undefined ? {} : { body: JSON.stringify(body) }
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  const given = Object.fromEntries(Object.entries(options.headers ?? {}).map(([name, value]) => [name, String(value)]))
  const response = await fetch(url, { method, ...json, headers: { ...type, ...given, ...headers } })
  const bytes = Buffer.from(await response.arrayBuffer())
  const isJson = response.headers.get('content-type')?.includes('json')
  const parsed: unknown =
    options.encoding === 'arraybuffer' ? bytes : isJson ? JSON.parse(bytes.toString()) : `${bytes}`
  return { statusCode: response.status, headers: Object.fromEntries(response.headers), body: parsed }
}

function valueAt(parameters: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => Object(value)[key], parameters)
}

interface ParameterOptions {
  extractValue?: boolean
}

/** What a node of n8n is given, on a real server of Pictable. Parameters have the defaults of the description, as in n8n. */
export function fakeN8n(nodes: Nodes, type: INodeType, options: FakeOptions): FakeContexts {
  const { url, apiKey, items = [{}], executionId = '7', runIndex = 0, staticData = {} } = options
  const node: INode = {
    ...{ id: 'node-1', name: 'Pictable', type: 'n8n-nodes-pictable.pictable', typeVersion: 1, position: [0, 0] },
    parameters: options.parameters ?? {},
  }
  const { properties } = type.description
  const filled = NodeHelpers.getNodeParameters(properties, node.parameters, true, false, node, type.description)
  const read = (path: string, fallback: unknown, { extractValue }: ParameterOptions = {}) => {
    const value = valueAt(filled, path) ?? fallback
    return extractValue ? (Object(value).value ?? value) : value
  }
  const warnings: string[] = []
  const shared = {
    logger: { warn: (text: string) => warnings.push(text) },
    getCredentials: async () => ({ url, apiKey }),
    getNode: () => node,
    getWorkflow: () => ({ id: 'w1', name: 'Cards', active: true }),
    getWorkflowStaticData: () => staticData,
    getExecutionId: () => executionId,
    getInstanceId: () => 'instance-1',
    getMode: () => 'trigger',
    getNodeWebhookUrl: () => options.webhookUrl,
    helpers: {
      httpRequest: (asked: IHttpRequestOptions) => request(asked),
      httpRequestWithAuthentication: (_: string, asked: IHttpRequestOptions) =>
        request(asked, authenticated(nodes, { url, apiKey })),
      prepareBinaryData: async (bytes: Buffer, fileName: string, mimeType: string) => {
        return { data: bytes.toString('base64'), fileName, mimeType }
      },
    },
  }
  const execute = {
    ...shared,
    getInputData: (): INodeExecutionData[] => items.map((json) => ({ json })),
    getNodeParameter: (path: string, _item: number, fallback?: unknown, more?: ParameterOptions) =>
      read(path, fallback, more),
    evaluateExpression: () => runIndex,
    continueOnFail: () => options.continueOnFail ?? false,
    getExecutionCancelSignal: () => undefined,
  }
  const load = { ...shared, getNodeParameter: read }
  // Only what the nodes use of the many functions of n8n: the real one runs them in `npm run n8n:live`.
  return { execute, load, hook: load, warnings } as unknown as FakeContexts
}
