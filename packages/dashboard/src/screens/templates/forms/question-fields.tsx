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
  /** Up and down; null at an end of the list. */
  moves: readonly [(() => void) | null, (() => void) | null]
}

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
          label={t('forms.ticked')}
          checked={usual === 'true'}
          onChange={(isTicked) => change({ usual: String(isTicked) })}
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

/** The lowest and the highest answer of a number. */
function Bounds({ question, errorOf, change }: PartProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {(['min', 'max'] as const).map((bound) => (
        <TextField
          key={bound}
          type="number"
          step="any"
          label={t(`forms.${bound}`)}
          optional
          value={question[bound]}
          error={errorOf(bound)}
          onChange={(value) => change({ [bound]: value })}
        />
      ))}
    </div>
  )
}

/** Whether the form asks for a variable, and how. */
export function QuestionFields({ question, errorOf, onChange, moves: [onUp, onDown] }: QuestionFieldsProps) {
  const { variable, kinds, kind, isAsked } = question
  const change = (part: Partial<QuestionDraft>) => onChange({ ...question, ...part })
  return (
    <li className="grid gap-3 rounded-lg border border-line p-3">
      <div className="flex items-center justify-between gap-2">
        <CheckboxLine
          label={t('forms.ask', { name: variable })}
          checked={isAsked}
          onChange={(asked) => change({ isAsked: asked })}
        />
        <span className="flex">
          <IconButton
            size="small"
            label={t('forms.move_up', { name: variable })}
            icon={<ChevronUp />}
            disabled={onUp === null}
            onClick={onUp ?? (() => {})}
          />
          <IconButton
            size="small"
            label={t('forms.move_down', { name: variable })}
            icon={<ChevronDown />}
            disabled={onDown === null}
            onClick={onDown ?? (() => {})}
          />
        </span>
      </div>
      {isAsked && (
        <>
          <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_10rem]">
            <TextField
              label={t('forms.label')}
              required
              value={question.label}
              error={errorOf('label') ?? errorOf('variable') ?? errorOf('field')}
              onChange={(label) => change({ label })}
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
          {kind === 'choice' && (
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
          )}
          <div className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_10rem]">
            <TextField
              label={t('forms.help')}
              optional
              value={question.help}
              error={errorOf('help')}
              onChange={(help) => change({ help })}
            />
            {(kind === 'text' || kind === 'long_text') && (
              <NumberField
                label={t('forms.max_length')}
                optional
                value={question.maxLength}
                error={errorOf('max_length')}
                onChange={(maxLength) => change({ maxLength })}
              />
            )}
          </div>
          {kind === 'number' && <Bounds {...{ question, errorOf, change }} />}
          <UsualField {...{ question, errorOf, change }} />
          <CheckboxLine
            label={t('forms.required')}
            checked={question.isRequired}
            onChange={(isRequired) => change({ isRequired })}
          />
        </>
      )}
    </li>
  )
}
