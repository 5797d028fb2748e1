import { useMutation } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { t } from '#dashboard/strings/developers.ts'
import { Badge } from '#dashboard/ui/badge.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { CodeBlock } from '#dashboard/ui/code-block.tsx'
import { Dialog, DialogActions } from '#dashboard/ui/dialog.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import { Field } from '#dashboard/ui/fields/field.tsx'
import { Textarea } from '#dashboard/ui/fields/input.tsx'
import { TextField } from '#dashboard/ui/fields/text-field.tsx'
import { Section } from '#dashboard/ui/page.tsx'
import { Quantity } from '#dashboard/ui/quantity.tsx'
import { type Asked, addressOf, curlOf, pythonOf, typescriptOf } from './code-of.ts'
import { exampleOf, type Operation, type Parameter, type ReferenceDocument } from './openapi.ts'
import { type Received, sendRequest } from './send-request.ts'

interface TryItProps {
  operation: Operation
  schemas: ReferenceDocument['schemas']
}

type Typed = Readonly<Record<string, string>>

/** Filled in or, where it has to be there, by its name. */
function chosenOf(parameters: readonly Parameter[], place: Parameter['in'], typed: Typed): Record<string, string> {
  const inside = parameters.filter((one) => one.in === place)
  return Object.fromEntries(
    inside.flatMap(({ name, required }) => {
      const value = typed[`${place} ${name}`] ?? ''
      if (value !== '') return [[name, value]]
      return required ? [[name, `<${name}>`]] : []
    }),
  )
}

const takesText = ({ schema: { type } }: Parameter) => type === 'string'

function useAsked({ operation, schemas }: TryItProps) {
  const { method, path: template, parameters, requestBody, security } = operation
  const jsonSchema = requestBody?.content['application/json']?.schema
  const [typed, setTyped] = useState<Typed>({})
  const [json, setJson] = useState(() => (jsonSchema ? JSON.stringify(exampleOf(jsonSchema, schemas), null, 2) : ''))
  const params = chosenOf(parameters, 'path', typed)
  const rawType = jsonSchema === undefined ? Object.keys(requestBody?.content ?? {})[0] : undefined
  const asked: Asked = {
    method,
    path: template.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = params[name] ?? ''
      return value.startsWith('<') ? value : encodeURIComponent(value)
    }),
    query: chosenOf(parameters, 'query', typed),
    headers: chosenOf(parameters, 'header', typed),
    needsKey: security.length > 0,
    ...(jsonSchema && { body: { json } }),
    ...(rawType !== undefined && { body: { bytes: rawType } }),
  }
  return { asked, params, typed, setTyped, json: jsonSchema && { text: json, change: setJson }, rawType }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

type AskedState = ReturnType<typeof useAsked>

/** The call in three languages. */
function Code({ operation, state: { asked, params } }: { operation: Operation; state: AskedState }) {
  const isStream = isStreamed(operation)
  const textQuery = new Set(operation.parameters.filter(takesText).map(({ name }) => name))
  const typescript = typescriptOf({ ...asked, template: operation.path, params, isStream, textQuery })
  return (
    <CodeBlock
      samples={[
        { name: 'curl', code: curlOf(asked) },
        { name: 'TypeScript', code: typescript },
        { name: 'Python', code: pythonOf({ ...asked, isStream }) },
      ]}
    />
  )
}

const isStreamed = ({ responses }: Operation) => 'text/event-stream' in (responses['200']?.content ?? {})

interface RequestFormProps {
  operation: Operation
  state: AskedState
  isSending: boolean
  onFile: (file: File | undefined) => void
  onSubmit: () => void
}

/** What the call takes. */
function RequestForm({ operation, state, isSending, onFile, onSubmit }: RequestFormProps) {
  const { typed, setTyped, json, rawType } = state
  const isWrong = json !== undefined && !isJson(json.text)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form onSubmit={submit} className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        {operation.parameters.map((parameter) => (
          <ParameterField
            key={`${parameter.in} ${parameter.name}`}
            parameter={parameter}
            value={typed[`${parameter.in} ${parameter.name}`] ?? ''}
            onChange={(value) => setTyped({ ...typed, [`${parameter.in} ${parameter.name}`]: value })}
          />
        ))}
      </div>
      {json && (
        <Field label={t('developers.body')} error={isWrong ? t('ui.not_json') : undefined}>
          {(control) => (
            <Textarea
              {...control}
              mono
              dir="ltr"
              rows={8}
              spellCheck={false}
              value={json.text}
              onChange={(event) => json.change(event.target.value)}
            />
          )}
        </Field>
      )}
      {rawType !== undefined && (
        <Field label={t('developers.file')}>
          {(control) => (
            <input {...control} type="file" required onChange={(event) => onFile(event.target.files?.[0])} />
          )}
        </Field>
      )}
      <div>
        <Button type="submit" look="primary" icon={<Play />} busy={isSending} disabled={isWrong}>
          {t('developers.send')}
        </Button>
      </div>
    </form>
  )
}

interface ConfirmSendProps {
  asked: Asked
  onSend: () => void
  onClose: () => void
}

function ConfirmSend({ asked, onSend, onClose }: ConfirmSendProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('developers.send_title')}
      description={t('developers.send_help', { call: `${asked.method} ${addressOf(asked)}` })}
    >
      <DialogActions>
        <Button onClick={onClose}>{t('ui.cancel')}</Button>
        <Button look="danger" onClick={onSend}>
          {t('developers.send_confirm')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** The call as code, and at a press: what reads at once, what changes something once that is confirmed. */
export function TryIt(props: TryItProps) {
  const { operation } = props
  const state = useAsked(props)
  const [file, setFile] = useState<File>()
  const [isAsking, setAsking] = useState(false)
  const send = useMutation({ mutationFn: () => sendRequest(state.asked, file), meta: { form: true }, gcTime: 0 })
  const submit = () => {
    if (operation.method === 'GET') send.mutate()
    else setAsking(true)
  }
  const sendAsked = () => {
    setAsking(false)
    send.mutate()
  }
  const form = { operation, state, isSending: send.isPending, onFile: setFile, onSubmit: submit }
  return (
    <>
      <Section title={t('developers.code')}>
        <Code operation={operation} state={state} />
      </Section>
      <Section title={t('developers.try')}>
        {isStreamed(operation) ? (
          <p className="text-ink-soft">{t('developers.try_stream')}</p>
        ) : (
          <RequestForm {...form} />
        )}
        {send.error && <Failure error={send.error} />}
        {send.data && <Answer received={send.data} />}
      </Section>
      {isAsking && <ConfirmSend asked={state.asked} onSend={sendAsked} onClose={() => setAsking(false)} />}
    </>
  )
}

interface ParameterFieldProps {
  parameter: Parameter
  value: string
  onChange: (value: string) => void
}

function ParameterField({ parameter, value, onChange }: ParameterFieldProps) {
  const { name, required, description, schema } = parameter
  const usual = schema.default
  const placeholder = typeof usual === 'string' || typeof usual === 'number' ? String(usual) : undefined
  return (
    <TextField
      label={name}
      help={description}
      optional={!required}
      dir="ltr"
      required={required}
      placeholder={placeholder}
      value={value}
      onChange={onChange}
    />
  )
}

function Picture({ bytes }: { bytes: Blob }) {
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const address = URL.createObjectURL(bytes)
    if (image.current) image.current.src = address
    return () => URL.revokeObjectURL(address)
  }, [bytes])
  return <img ref={image} alt={t('developers.answer_picture')} className="max-h-80 rounded-lg border border-line" />
}

function Answer({ received: { status, tookMs, headers, body } }: { received: Received }) {
  return (
    <div aria-live="polite" className="grid gap-3">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={status < 400 ? 'good' : 'bad'}>{status}</Badge>
        <span className="text-ink-soft">{t('developers.ms', { ms: Math.round(tookMs) })}</span>
      </p>
      {'text' in body && body.text !== '' && <CodeBlock samples={[{ name: 'body', code: body.text }]} />}
      {'picture' in body && <Picture bytes={body.picture} />}
      {'bytes' in body && <Quantity value={body.bytes} unit="bytes" />}
      <details>
        <summary className="w-fit cursor-pointer rounded text-[13px] text-accent-ink">
          {t('developers.headers')}
        </summary>
        <dl dir="ltr" className="grid gap-0.5 pt-2 text-start font-mono text-xs break-all text-ink-soft">
          {headers.map(([name, value]) => (
            <div key={name}>
              <dt className="inline text-ink">{name}: </dt>
              <dd className="inline">{value}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  )
}
