import { contract } from '@pictable/client'
import { errorCatalogue } from '@pictable/server/core/errors.ts'
import { createOpenapi } from '@pictable/server/http/endpoint/openapi.ts'
import { toPascal, toSnake } from './python/names.ts'
import { type Operation, type Placed, writeMethod } from './python/operations.ts'
import { type Schema, TypeWriter } from './python/types.ts'

const NOTE = '# Generated from the OpenAPI of the server by `npm run docs`. Do not edit: the next run overwrites it.\n'

interface Document {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  webhooks: Readonly<Record<string, { post: { requestBody: { content: { 'application/json': { schema: Schema } } } } }>>
  components: { schemas: Readonly<Record<string, Schema>> }
}

/** It is our own writer that is read here, so its shape is not checked. */
async function readDocument(): Promise<Document> {
  return JSON.parse(JSON.stringify(await createOpenapi()))
}

/** Every operation below the names that the contract gives it. */
function operationsOf({ paths }: Document): Placed[] {
  return Object.entries(contract).flatMap(([collection, verbs]) =>
    Object.entries(verbs).map(([verb, entry]): Placed => {
      const path = entry.path.replace(/:(\w+)/g, '{$1}')
      const operation = paths[path]?.[entry.method.toLowerCase()]
      if (operation === undefined) throw new Error(`OpenAPI has no ${entry.method} ${path}`)
      return { collection, verb, method: entry.method, path, operation, isAsyncOnRequest: 'isAsyncOnRequest' in entry }
    }),
  )
}

const classOf = (collection: string) => `${toPascal(collection)}Api`

function operationsModule(methods: ReadonlyMap<string, string[]>, names: readonly string[]): string {
  const classes = [...methods].map(
    ([collection, written]) =>
      `class ${classOf(collection)}:\n    """\`client.${toSnake(collection)}\`."""\n\n    def __init__(self, api: Transport) -> None:\n        self._api = api\n\n${written.join('\n')}`,
  )
  const attributes = [...methods.keys()].map(
    (collection) => `        self.${toSnake(collection)} = ${classOf(collection)}(api)\n`,
  )
  const text = classes.join('\n\n')
  const used = names.filter((name) => new RegExp(`\\b${name}\\b`).test(text))
  return `${NOTE}"""Every operation of the API, by collection and verb."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from ._transport import OMIT, Omit, Page, ServerEvent, Transport, quoted
from .types import (
${used.map((name) => `    ${name},\n`).join('')})


${text}

class Operations:
    """The collections of the API."""

    def __init__(self, api: Transport) -> None:
${attributes.join('')}`
}

function typesModule(types: TypeWriter, event: string): string {
  return `${NOTE}"""What the API takes and returns, as typed dictionaries."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


${types.definitions}

WebhookEvent: TypeAlias = ${JSON.stringify(event)}
"""What a webhook sends: \`event\` tells them apart."""
`
}

/** What to do about each code. */
function fixesModule(): string {
  const lines = Object.entries(errorCatalogue).map(([code, { fix }]) => `    "${code}": ${JSON.stringify(fix)},\n`)
  return `${NOTE}"""What to do about each error code."""

FIXES = {
${lines.join('')}}
`
}

/** `pythonModules()` writes the generated modules of the Python client, by file name. */
export async function pythonModules(): Promise<Record<string, string>> {
  const document = await readDocument()
  const { schemas } = document.components
  const types = new TypeWriter(schemas)
  // First, so that what is like its parts gets their names.
  types.typeOf({ $ref: '#/components/schemas/Problem' }, 'Problem')
  const schemaOf = (schema: Schema): Schema => schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema
  const methods = new Map<string, string[]>()
  for (const placed of operationsOf(document)) {
    methods.set(placed.collection, [...(methods.get(placed.collection) ?? []), writeMethod(placed, types, schemaOf)])
  }
  const events = Object.values(document.webhooks).map(({ post }) => post.requestBody.content['application/json'].schema)
  const event = types.typeOf({ anyOf: events }, 'WebhookEvent')
  return {
    'operations.py': operationsModule(methods, types.names),
    'types.py': typesModule(types, event),
    'fixes.py': fixesModule(),
  }
}
