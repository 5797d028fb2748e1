import { useState } from 'react'
import { t } from '#dashboard/strings/developers.ts'
import { type Json, jsonIn, type ReferenceDocument, resolved } from './openapi.ts'

type Schemas = ReferenceDocument['schemas']

function casesOf(schema: Json): Json[] {
  const cases = schema.anyOf ?? schema.oneOf
  return Array.isArray(cases) ? cases.map(jsonIn) : []
}

/** Such as `text`, `list of Image` or `number or null`. */
function kindOf(given: Json, schemas: Schemas): string {
  const { name, schema } = resolved(given, schemas)
  if (name !== undefined) return name
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (Array.isArray(schema.enum)) return schema.enum.map((one) => JSON.stringify(one)).join(' | ')
  const cases = casesOf(schema)
  if (cases.length > 0) return [...new Set(cases.map((one) => kindOf(one, schemas)))].join(' | ')
  if (schema.type === 'array') return `${kindOf(jsonIn(schema.items), schemas)}[]`
  if (Array.isArray(schema.type)) return schema.type.join(' | ')
  return typeof schema.type === 'string' ? schema.type : 'any'
}

/** What a value must keep to, as the schema says it. */
function limitsOf(schema: Json): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, default: usual, format } = schema
  const span = (least: unknown, most: unknown, unit: string) =>
    typeof least === 'number' || typeof most === 'number' ? [`${least ?? ''}…${most ?? ''}${unit}`] : []
  return [
    ...(typeof format === 'string' ? [format] : []),
    ...span(minimum, maximum, ''),
    ...span(minLength, maxLength, ` ${t('developers.characters')}`),
    ...span(minItems, maxItems, ` ${t('developers.items')}`),
    ...(usual === undefined ? [] : [t('developers.default', { value: JSON.stringify(usual) })]),
  ].join(' · ')
}

/** The schemas inside that have properties of their own, by way of lists and choices. */
function nestedOf(given: Json, schemas: Schemas): Json[] {
  const { schema } = resolved(given, schemas)
  if (schema.properties !== undefined) return [given]
  if (schema.type === 'array') return nestedOf(jsonIn(schema.items), schemas)
  if (typeof schema.additionalProperties === 'object') return nestedOf(jsonIn(schema.additionalProperties), schemas)
  return casesOf(schema).flatMap((one) => nestedOf(one, schemas))
}

interface SchemaTreeProps {
  schema: Json
  schemas: Schemas
}

/** What a body or an answer consists of; what lies deeper unfolds. */
export function SchemaTree({ schema, schemas }: SchemaTreeProps) {
  const nested = nestedOf(schema, schemas)
  if (nested.length === 0)
    return (
      <p dir="ltr" className="text-start font-mono text-[13px]">
        {kindOf(schema, schemas)}
      </p>
    )
  return nested.map((one, place) => {
    const { name, schema: object } = resolved(one, schemas)
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the cases of a schema never move
      <div key={place} className="grid gap-1">
        {name !== undefined && <p className="text-xs font-medium text-ink-soft">{name}</p>}
        <Properties schema={object} schemas={schemas} />
      </div>
    )
  })
}

function Properties({ schema, schemas }: SchemaTreeProps) {
  const required = Array.isArray(schema.required) ? schema.required : []
  return (
    <ul className="divide-y divide-line rounded-lg border border-line">
      {Object.entries(jsonIn(schema.properties)).map(([name, given]) => (
        <Property
          key={name}
          name={name}
          schema={jsonIn(given)}
          schemas={schemas}
          isRequired={required.includes(name)}
        />
      ))}
    </ul>
  )
}

function Property({
  name,
  schema: given,
  schemas,
  isRequired,
}: SchemaTreeProps & { name: string; isRequired: boolean }) {
  const { schema } = resolved(given, schemas)
  const { description } = { ...schema, ...given }
  const limits = limitsOf(schema)
  const hasMore = nestedOf(given, schemas).length > 0
  return (
    <li className="grid gap-0.5 px-3 py-2">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <code dir="ltr" className="font-medium">
          {name}
        </code>
        <span dir="ltr" className="font-mono text-xs break-all text-ink-soft">
          {kindOf(given, schemas)}
        </span>
        {isRequired && <span className="text-xs text-warn">{t('developers.required')}</span>}
      </p>
      {limits !== '' && (
        <p dir="ltr" className="text-start font-mono text-xs text-ink-soft">
          {limits}
        </p>
      )}
      {typeof description === 'string' && <p className="text-[13px] text-ink-soft">{description}</p>}
      {hasMore && <Deeper schema={given} schemas={schemas} />}
    </li>
  )
}

/** Schemas may hold themselves: what is inside is made when somebody looks. */
function Deeper({ schema, schemas }: SchemaTreeProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit cursor-pointer rounded text-[13px] text-accent-ink">{t('developers.unfold')}</summary>
      {isOpen && (
        <div className="grid gap-2 pt-2 ps-3">
          <SchemaTree schema={schema} schemas={schemas} />
        </div>
      )}
    </details>
  )
}
