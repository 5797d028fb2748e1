import { type IDataObject, type IExecuteFunctions, jsonParse } from 'n8n-workflow'
import { createFailure, isObject } from '#n8n/api/failure.ts'

function isData(value: unknown): value is IDataObject {
  return isObject(value)
}

/** `readObject()` reads a parameter that is an object, or JSON of one. Nothing is an empty object. */
export function readObject(context: IExecuteFunctions, name: string, itemIndex: number): IDataObject {
  const value: unknown = context.getNodeParameter(name, itemIndex, {})
  if (isData(value)) return value
  if (value === null || value === undefined || value === '') return {}
  const parsed: unknown = typeof value === 'string' ? jsonParse<unknown>(value, { fallbackValue: null }) : null
  if (isData(parsed)) return parsed
  const about = { node: context.getNode(), url: '', itemIndex }
  throw createFailure(about, {
    message: `"${name}" is not a JSON object`,
    description: 'Write it like { "order": 4711 }.',
  })
}
