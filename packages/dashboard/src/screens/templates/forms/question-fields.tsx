import { ChevronDown, ChevronUp } from 'lucide-react'
import { t } from '#dashboard/strings/forms.ts'
import { IconButton } from '#dashboard/ui/button.tsx'
import { CheckboxLine } from '#dashboard/ui/fields/checkbox-line.tsx'
import { Field } from '#dashboard/ui/fields/field.tsx'
import { Textarea } from '#dashboard/ui/fields/input.tsx'
import { NumberField } from '#dashboard/ui/fields/number-field.tsx'
import { Select } from '#dashboard/ui/fields/select.tsx'
import { TextField } from '#dashboard/ui/fields/text-field.tsx'
import { linesOf, type QuestionDraft } from './form-draft.ts'

interface QuestionFieldsProps {
  question: QuestionDraft
  /** By the name of its member. */
  errorOf: (member: string) => string | undefined
  onChange: (question: QuestionDraft) => void
  /** One place up (-1) or down (1). */
  onMove: (by: 1 | -1) => void
  isFirst: boolean
  isLast: boolean
}

type MoveProps = Pick<QuestionFieldsProps, 'onMove' | 'isFirst' | 'isLast'>

type PartProps = Pick<QuestionFieldsProps, 'question' | 'errorOf'> & {
  change: (part: Partial<QuestionDraft>) => void
}

/** The answer that is filled in until a visitor changes it. */
function UsualField({ question: { kind, choices, usual }, errorOf, change }: PartProps) {
  const error = errorOf('default')
  switch (kind) {
    case 'image':
      return null
    case 'checkbox':
      return (
        <CheckboxLine
          label={t('forms.checked')}
          checked={usual === 'true'}
          onChange={(isChecked) => change({ usual: String(isChecked) })}
        />
      )
    case 'choice':
      return (
        <Field label={t('forms.usual')} optional error={error}>
          {(control) => (
            <Select
              {...control}
              options={[
                { value: '', label: t('forms.no_usual') },
                ...[...new Set(linesOf(choices))].map((value) => ({ value, label: value })),
              ]}
              value={usual}
              onChange={(value) => change({ usual: value })}
            />
          )}
        </Field>
      )
    case 'long_text':
      return (
        <Field label={t('forms.usual')} optional error={error}>
          {(control) => (
            <Textarea {...control} rows={2} value={usual} onChange={({ target }) => change({ usual: target.value })} />
          )}
        </Field>
      )
    default:
      return (
        <TextField
          label={t('forms.usual')}
          optional
          {...usualInput[kind]}
          value={usual}
          error={error}
          onChange={(value) => change({ usual: value })}
        />
      )
  }
}

const usualInput = {
  text: {},
  number: { type: 'number', step: 'any' },
  date: { type: 'date' },
  color: { placeholder: '#ff8800', dir: 'ltr' },
} as const

const BOUNDS = [
  { bound: 'min', label: 'forms.min' },
  { bound: 'max', label: 'forms.max' },
] as const

/** The lowest and the highest answer of a number. */
function Bounds({ question, errorOf, change }: PartProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {BOUNDS.map(({ bound, label }) => (
        <TextField
          key={bound}
          type="number"
          step="any"
          label={t(label)}
          optional
          value={question[bound]}
          error={errorOf(bound)}
          onChange={(value) => change({ [bound]: value })}
        />
      ))}
    </div>
  )
}

/** What asks for a variable, and moves it within the list. */
function QuestionHead({ question, change, onMove, isFirst, isLast }: Omit<PartProps, 'errorOf'> & MoveProps) {
  const { variable: name, isAsked } = question
  return (
    <div className="flex items-center justify-between gap-2">
      <CheckboxLine
        label={t('forms.ask', { name })}
        checked={isAsked}
        onChange={(asked) => change({ isAsked: asked })}
      />
      <span className="flex">
        <IconButton
          size="small"
          label={t('forms.move_up', { name })}
          icon={<ChevronUp />}
          disabled={isFirst}
          onClick={() => onMove(-1)}
        />
        <IconButton
          size="small"
          label={t('forms.move_down', { name })}
          icon={<ChevronDown />}
          disabled={isLast}
          onClick={() => onMove(1)}
        />
      </span>
    </div>
  )
}

/** What is asked, and the kind of its answer. */
function LabelAndKind({ question, errorOf, change }: PartProps) {
  const { label, kind, kinds } = question
  return (
    <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_10rem]">
      <TextField
        label={t('forms.label')}
        required
        value={label}
        error={errorOf('label') ?? errorOf('variable') ?? errorOf('field')}
        onChange={(text) => change({ label: text })}
      />
      <Field label={t('forms.kind')} error={errorOf('kind')}>
        {(control) => (
          <Select
            {...control}
            options={kinds.map((value) => ({ value, label: t(`forms.kind_${value}`) }))}
            value={kind}
            onChange={(value) => change({ kind: kinds.find((each) => each === value) ?? kind, usual: '' })}
          />
        )}
      </Field>
    </div>
  )
}

function HelpAndLength({ question, errorOf, change }: PartProps) {
  const { kind, help, maxLength } = question
  return (
    <div className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_10rem]">
      <TextField
        label={t('forms.help')}
        optional
        value={help}
        error={errorOf('help')}
        onChange={(text) => change({ help: text })}
      />
      {(kind === 'text' || kind === 'long_text') && (
        <NumberField
          label={t('forms.max_length')}
          optional
          value={maxLength}
          error={errorOf('max_length')}
          onChange={(length) => change({ maxLength: length })}
        />
      )}
    </div>
  )
}

function Choices({ question, errorOf, change }: PartProps) {
  return (
    <Field label={t('forms.choices')} error={errorOf('choices')}>
      {(control) => (
        <Textarea
          {...control}
          rows={3}
          value={question.choices}
          onChange={({ target }) => change({ choices: target.value })}
        />
      )}
    </Field>
  )
}

/** Whether the form asks for a variable, and how. */
export function QuestionFields({ question, errorOf, onChange, ...move }: QuestionFieldsProps) {
  const { kind, isAsked, isRequired } = question
  const change = (part: Partial<QuestionDraft>) => onChange({ ...question, ...part })
  const part = { question, errorOf, change }
  return (
    <li className="grid gap-3 rounded-lg border border-line p-3">
      <QuestionHead {...{ question, change, ...move }} />
      {isAsked && (
        <>
          <LabelAndKind {...part} />
          {kind === 'choice' && <Choices {...part} />}
          <HelpAndLength {...part} />
          {kind === 'number' && <Bounds {...part} />}
          <UsualField {...part} />
          <CheckboxLine
            label={t('forms.required')}
            checked={isRequired}
            onChange={(required) => change({ isRequired: required })}
          />
        </>
      )}
    </li>
  )
}
