import { t } from '#dashboard/strings/forms.ts'
import { CheckboxLine } from '#dashboard/ui/fields/checkbox-line.tsx'
import { Field } from '#dashboard/ui/fields/field.tsx'
import { Textarea } from '#dashboard/ui/fields/input.tsx'
import { NumberField } from '#dashboard/ui/fields/number-field.tsx'
import { Select } from '#dashboard/ui/fields/select.tsx'
import { TextField } from '#dashboard/ui/fields/text-field.tsx'
import type { QuestionDraft } from './form-draft.ts'

interface QuestionFieldsProps {
  question: QuestionDraft
  /** By the name of its member. */
  errorOf: (member: string) => string | undefined
  onChange: (question: QuestionDraft) => void
}

/** Whether the form asks for a variable, and how. */
export function QuestionFields({ question, errorOf, onChange }: QuestionFieldsProps) {
  const { variable, kinds, kind, isAsked } = question
  const change = (part: Partial<QuestionDraft>) => onChange({ ...question, ...part })
  return (
    <li className="grid gap-3 rounded-lg border border-line p-3">
      <CheckboxLine
        label={t('forms.ask', { name: variable })}
        checked={isAsked}
        onChange={(asked) => change({ isAsked: asked })}
      />
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
                  onChange={(value) => change({ kind: kinds.find((each) => each === value) ?? kind })}
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
