import { Plus, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { t } from '#dashboard/strings/t.ts'
import { Button, IconButton } from '#dashboard/ui/button.tsx'
import { Field, type FieldControl } from '#dashboard/ui/fields/field.tsx'
import { Input, PasswordInput, Textarea } from '#dashboard/ui/fields/input.tsx'
import { Select } from '#dashboard/ui/fields/select.tsx'
import { Switch } from '#dashboard/ui/fields/switch.tsx'
import {
  type Control,
  constantsOf,
  controlOf,
  type Fields,
  fieldsIn,
  labelOf,
  pointerStep,
  type Schema,
  variantLabel,
  variantOf,
  withField,
} from './schema.ts'

/** What is the same for all fields of a form. */
export interface FormContext {
  errors: ReadonlyMap<string, string>
  secrets: readonly string[]
}

interface GroupProps {
  schema: Schema
  value: Fields
  onChange: (value: Fields) => void
  context: FormContext
  pointer: string
}

/** The fields of an object. A constant is no question. */
export function GroupFields({ schema, value, onChange, context, pointer }: GroupProps) {
  const asked = Object.entries(schema.properties ?? {}).filter(([, field]) => field.const === undefined)
  return (
    <div className="grid gap-4">
      {asked.map(([name, field]) => {
        const at = pointer + pointerStep(name)
        return (
          <Field
            key={name}
            label={labelOf(name, field)}
            help={helpOf(field)}
            error={context.errors.get(at)}
            optional={schema.required?.includes(name) !== true}
          >
            {(control) => (
              <SchemaControl
                control={control}
                name={name}
                schema={field}
                value={value[name]}
                onChange={(changed) => onChange(withField(value, name, changed))}
                context={context}
                pointer={at}
              />
            )}
          </Field>
        )
      })}
    </div>
  )
}

function helpOf({ description, default: usual }: Schema): string | undefined {
  const isSaid = typeof usual === 'number' || (typeof usual === 'string' && usual !== '')
  const said = isSaid ? t('form.default', { value: String(usual) }) : ''
  return (
    [description?.replace(/\.$/, '').replace(/`(\w+)`/g, (_, name: string) => labelOf(name, {})), said]
      .filter(Boolean)
      .join('. ') || undefined
  )
}

interface SchemaControlProps {
  control: FieldControl
  name: string
  schema: Schema
  value: unknown
  onChange: (value: unknown) => void
  context: FormContext
  pointer: string
}

/** What one setting is asked for with. */
export function SchemaControl(props: SchemaControlProps) {
  if (props.context.secrets.includes(props.name)) return <SecretInput {...props} />
  const kind = controlOf(props.schema)
  const { control, schema, value, onChange, context, pointer } = props
  switch (kind.kind) {
    case 'text':
      return <TextInput {...props} long={kind.long} />
    case 'number':
      return <NumberInput {...props} whole={kind.whole} />
    case 'switch':
      return (
        <Switch
          id={control.id}
          aria-describedby={control['aria-describedby']}
          checked={value === undefined ? schema.default === true : value === true}
          onChange={onChange}
        />
      )
    case 'choice':
      return <ChoiceInput {...props} options={kind.options} />
    case 'list':
      return <ListInput {...props} item={kind.item} />
    case 'map':
      return <MapInput {...props} item={kind.item} />
    case 'group':
      return (
        <Nested>
          <GroupFields
            schema={schema}
            value={fieldsIn(value)}
            onChange={onChange}
            context={context}
            pointer={pointer}
          />
        </Nested>
      )
    case 'variants':
      return <VariantsInput {...props} variants={kind.variants} />
    case 'json':
      return <JsonInput {...props} />
  }
}

function Nested({ children }: { children: ReactNode }) {
  return <div className="border-s-2 border-line ps-4">{children}</div>
}

function exampleOf({ examples = [], default: usual }: Schema): string | undefined {
  const shown = examples[0] ?? usual
  return typeof shown === 'string' || typeof shown === 'number' ? String(shown) : undefined
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** A stored secret comes back masked; it stays as it is until something else is typed. */
function SecretInput({ control, value, onChange }: SchemaControlProps) {
  const isStored = typeof value === 'string' && value.startsWith('***')
  return (
    <PasswordInput
      {...control}
      autoComplete="off"
      value={isStored ? '' : textOf(value)}
      placeholder={isStored ? t('ui.secret_kept') : undefined}
      onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
    />
  )
}

function TextInput({ control, schema, value, onChange, long }: SchemaControlProps & { long: boolean }) {
  const Box = long ? Textarea : Input
  return (
    <Box
      {...control}
      value={textOf(value)}
      placeholder={exampleOf(schema)}
      onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
    />
  )
}

function NumberInput({ control, schema, value, onChange, whole }: SchemaControlProps & { whole: boolean }) {
  return (
    <Input
      {...control}
      type="number"
      inputMode={whole ? 'numeric' : 'decimal'}
      step={whole ? 1 : 'any'}
      min={schema.minimum}
      max={schema.maximum}
      value={textOf(value)}
      placeholder={exampleOf(schema)}
      onChange={(event) => onChange(Number.isNaN(event.target.valueAsNumber) ? undefined : event.target.valueAsNumber)}
    />
  )
}

type Options = Extract<Control, { kind: 'choice' }>['options']

/** Choices may be of any type; the control knows them by their place. */
function ChoiceInput({ control, schema, value, onChange, options }: SchemaControlProps & { options: Options }) {
  const chosen = options.findIndex((option) => option.value === (value ?? schema.default))
  return (
    <Select
      {...control}
      options={options.map(({ label }, place) => ({ value: String(place), label }))}
      value={chosen < 0 ? null : String(chosen)}
      onChange={(place) => onChange(options[Number(place)]?.value)}
    />
  )
}

function ListInput(props: SchemaControlProps & { item: Schema }) {
  const { control, schema, value, onChange, context, pointer, item, name } = props
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  const label = labelOf(name, schema)
  const add = t('ui.add_to', { list: label })
  return (
    <div className="grid gap-2">
      {items.map((one, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an item of a list is its place
        <div key={place} className="flex items-start gap-2">
          <div className="min-w-0 grow">
            <SchemaControl
              control={{ ...control, id: `${control.id}-${place}`, 'aria-label': `${label} ${place + 1}` }}
              name={name}
              schema={item}
              value={one}
              onChange={(changed) => onChange(items.with(place, changed ?? ''))}
              context={context}
              pointer={pointer + pointerStep(String(place))}
            />
          </div>
          <IconButton
            label={t('ui.remove_item')}
            icon={<X />}
            onClick={() => onChange(items.filter((_, other) => other !== place))}
          />
        </div>
      ))}
      <div>
        <Button
          id={control.id}
          aria-label={add}
          size="small"
          icon={<Plus />}
          onClick={() => onChange([...items, emptyOf(item)])}
        >
          {add}
        </Button>
      </div>
    </div>
  )
}

function emptyOf(item: Schema): unknown {
  return controlOf(item).kind === 'group' ? {} : (item.default ?? '')
}

/** Names and values, such as headers. Kept as pairs while they are typed, since a name may be half there. */
function MapInput(props: SchemaControlProps & { item: Schema }) {
  const { control, schema, name: ownName, value, onChange, context, pointer, item } = props
  const [pairs, setPairs] = useState<readonly (readonly [string, unknown])[]>(() => Object.entries(fieldsIn(value)))
  const change = (changed: typeof pairs) => {
    setPairs(changed)
    onChange(Object.fromEntries(changed.filter(([name]) => name !== '')))
  }
  const add = t('ui.add_to', { list: labelOf(ownName, schema) })
  return (
    <div className="grid gap-2">
      {pairs.map(([name, one], place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a pair is its place while its name is typed
        <div key={place} className="grid grid-cols-[1fr_1fr_auto] gap-2">
          <Input
            aria-label={t('ui.name')}
            value={name}
            onChange={(event) => change(pairs.with(place, [event.target.value, one]))}
          />
          <SchemaControl
            control={{ ...control, id: `${control.id}-${place}`, 'aria-label': t('ui.value') }}
            name={name}
            schema={item}
            value={one}
            onChange={(changed) => change(pairs.with(place, [name, changed ?? '']))}
            context={context}
            pointer={pointer + pointerStep(name)}
          />
          <IconButton
            label={t('ui.remove_item')}
            icon={<X />}
            onClick={() => change(pairs.filter((_, other) => other !== place))}
          />
        </div>
      ))}
      <div>
        <Button
          id={control.id}
          aria-label={add}
          size="small"
          icon={<Plus />}
          onClick={() => change([...pairs, ['', emptyOf(item)]])}
        >
          {add}
        </Button>
      </div>
    </div>
  )
}

function VariantsInput(props: SchemaControlProps & { variants: readonly Schema[] }) {
  const { control, value, onChange, context, pointer, variants } = props
  const fields = fieldsIn(value)
  const place = variantOf(variants, fields)
  const chosen = variants[place] ?? {}
  return (
    <div className="grid gap-3">
      <Select
        {...control}
        options={variants.map((variant, at) => ({ value: String(at), label: variantLabel(variant) }))}
        value={value === undefined ? null : String(place)}
        onChange={(at) => onChange(constantsOf(variants[Number(at)] ?? {}))}
      />
      {value !== undefined && (
        <Nested>
          <GroupFields
            schema={chosen}
            value={fields}
            onChange={(changed) =>
              onChange(
                Object.entries(constantsOf(chosen)).reduce(
                  (all, [name, fixed]) => withField(all, name, fixed),
                  changed,
                ),
              )
            }
            context={context}
            pointer={pointer}
          />
        </Nested>
      )}
    </div>
  )
}

/** Whatever has no control of its own. */
function JsonInput({ control, value, onChange }: SchemaControlProps) {
  const [text, setText] = useState(() => (value === undefined ? '' : JSON.stringify(value, null, 2)))
  const [isWrong, setWrong] = useState(false)
  const change = (box: HTMLTextAreaElement) => {
    const typed = box.value
    setText(typed)
    try {
      onChange(typed.trim() === '' ? undefined : JSON.parse(typed))
      setWrong(false)
      box.setCustomValidity('')
    } catch {
      setWrong(true)
      // The form must not be saved with what stood here before.
      box.setCustomValidity(t('ui.not_json'))
    }
  }
  return (
    <>
      <Textarea
        {...control}
        mono
        aria-invalid={isWrong || control['aria-invalid']}
        value={text}
        spellCheck={false}
        onChange={(event) => change(event.target)}
      />
      {isWrong && <p className="text-[13px] text-bad">{t('ui.not_json')}</p>}
    </>
  )
}
