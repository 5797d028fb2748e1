import { type Endpoint, endpoints } from '@pictable/client'
import { z } from 'zod'
import { resolveIn } from './from-schema.ts'

const responsesSchema = z.record(z.string(), z.unknown())

const documentSchema = z.looseObject({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.looseObject({
        operationId: z.string(),
        parameters: z.array(z.looseObject({ name: z.string(), in: z.string(), schema: z.unknown() })).default([]),
        requestBody: z
          .looseObject({ content: z.record(z.string(), z.looseObject({ schema: z.unknown() })) })
          .optional(),
        responses: responsesSchema,
      }),
    ),
  ),
})

/** One way into the API as its document describes it, and as the contract does. */
export interface Operation {
  name: string
  method: string
  /** With `:id` and the like. */
  path: string
  entry: Endpoint
  query: { name: string; schema: unknown }[]
  /** By media type. */
  bodies: [mediaType: string, schema: unknown][]
  statuses: ReadonlySet<number>
}

export interface Api {
  operations: Operation[]
  /** Leads a `$ref` of the document to what it names. */
  resolve(reference: string): unknown
  /** Who answers at this address, if anybody. */
  at(method: string, path: string): Operation | undefined
}

function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** `readApi()` takes the server's own OpenAPI document apart. */
export function readApi(json: unknown): Api {
  const { paths } = documentSchema.parse(json)
  const operations = Object.entries(paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters, requestBody, responses }]): Operation => {
      const entry = endpoints.find(({ name }) => name === operationId)
      if (entry === undefined)
        throw new Error(`the document describes ${operationId}, which the contract does not have`)
      return {
        name: operationId,
        method: method.toUpperCase(),
        path: template.replace(/\{(\w+)\}/g, ':$1'),
        entry,
        query: parameters.filter((parameter) => parameter.in === 'query'),
        bodies: Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => [type, schema]),
        statuses: new Set(Object.keys(responses).map(Number)),
      }
    }),
  )
  const patterns = operations
    .map((operation) => ({
      operation,
      pattern: new RegExp(`^${operation.path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]*')}$`),
    }))
    .sort((one, other) => one.operation.path.split(':').length - other.operation.path.split(':').length)
  return {
    operations,
    resolve: resolveIn(json),
    at: (method, path) =>
      patterns.find(({ operation, pattern }) => operation.method === method && pattern.test(decoded(path)))?.operation,
  }
}
