import { t } from '#dashboard/strings/developers.ts'
import { Badge, type Tone } from '#dashboard/ui/badge.tsx'
import { CopyButton } from '#dashboard/ui/copy.tsx'
import { Section } from '#dashboard/ui/page.tsx'
import type { Operation, ReferenceDocument } from './openapi.ts'
import { SchemaTree } from './schema-tree.tsx'
import { TryIt } from './try-it.tsx'

const tones: Readonly<Record<string, Tone>> = { GET: 'good', POST: 'accent', PATCH: 'warn', DELETE: 'bad' }

export function Method({ method }: { method: string }) {
  return <Badge tone={tones[method] ?? 'neutral'}>{method}</Badge>
}

interface OperationViewProps {
  operation: Operation
  schemas: ReferenceDocument['schemas']
}

/** All there is to know about one endpoint. */
export function OperationView({ operation, schemas }: OperationViewProps) {
  const { method, path, summary, description, requestBody, responses } = operation
  return (
    <article aria-label={summary} className="grid min-w-0 content-start gap-6">
      <div className="grid gap-2">
        <h2 className="text-lg font-semibold">{summary}</h2>
        <p className="flex flex-wrap items-center gap-2">
          <Method method={method} />
          <code dir="ltr" className="font-mono text-[13px] break-all">
            {path}
          </code>
          <CopyButton text={path} />
        </p>
        <Described text={description} />
      </div>
      <TryIt key={operation.operationId} operation={operation} schemas={schemas} />
      {requestBody && (
        <Section title={t('developers.body')}>
          {Object.entries(requestBody.content).map(([type, { schema }]) => (
            <Shape key={type} type={type} schema={schema} schemas={schemas} />
          ))}
        </Section>
      )}
      <Section title={t('developers.answers')}>
        <ul className="divide-y divide-line rounded-lg border border-line">
          {Object.entries(responses).map(([status, answer]) => (
            <li key={status} className="px-3 py-2">
              <details open={status.startsWith('2')}>
                <summary className="cursor-pointer rounded">
                  <Badge tone={status.startsWith('2') ? 'good' : status.startsWith('3') ? 'neutral' : 'warn'}>
                    {status}
                  </Badge>{' '}
                  <Described text={answer.description} isInline />
                </summary>
                <div className="grid gap-3 pt-2">
                  {Object.entries(answer.content ?? {}).map(([type, { schema }]) => (
                    <Shape key={type} type={type} schema={schema} schemas={schemas} />
                  ))}
                </div>
              </details>
            </li>
          ))}
        </ul>
      </Section>
    </article>
  )
}

/** Texts of the document hold names in backticks. */
function Described({ text, isInline = false }: { text: string; isInline?: boolean }) {
  const parts = text.split('`').map((part, place) =>
    place % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
      <code key={place} className="rounded bg-hover px-1 font-mono text-xs">
        {part}
      </code>
    ) : (
      part
    ),
  )
  return isInline ? (
    <span className="text-[13px]">{parts}</span>
  ) : (
    <p className="whitespace-pre-line text-ink-soft">{parts}</p>
  )
}

interface ShapeProps extends Pick<OperationViewProps, 'schemas'> {
  type: string
  schema: Parameters<typeof SchemaTree>[0]['schema']
}

function Shape({ type, schema, schemas }: ShapeProps) {
  const isJson = type.includes('json')
  return (
    <div className="grid gap-2">
      <code dir="ltr" className="text-start text-xs text-ink-soft">
        {type}
      </code>
      {isJson && <SchemaTree schema={schema} schemas={schemas} />}
    </div>
  )
}
