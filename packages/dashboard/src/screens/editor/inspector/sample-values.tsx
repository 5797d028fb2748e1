import { useId } from 'react'
import { useEditor } from '#dashboard/screens/editor/session/use-editor.ts'
import {
  isTypedSample,
  textOfSample,
  typedSample,
  useChangeSample,
  useSampleKinds,
} from '#dashboard/screens/editor/typing/use-sample.ts'
import { t } from '#dashboard/strings/editing.ts'
import { Input } from '#dashboard/ui/fields/input.tsx'
import { Switch } from '#dashboard/ui/fields/switch.tsx'
import { Section } from './section.tsx'
import { valueWords } from './value-words.ts'

/** What fills the template while no record is shown: one value for each name that it binds. */
export function SampleValues() {
  const id = useId()
  const kinds = useSampleKinds()
  const sample = useEditor(({ document }) => document.sample)
  const isReadOnly = useEditor(({ readOnly }) => readOnly !== null)
  const change = useChangeSample()
  if (kinds.size === 0) return null
  return (
    <Section title={t('inspector.samples')}>
      <p className="mb-2 text-xs text-ink-soft">{t('inspector.samples_help')}</p>
      <div className="grid gap-1.5">
        {[...kinds].map(([name, kind]) => (
          <div key={name}>
            <label htmlFor={`${id}-${name}`} dir="auto" className="block truncate text-xs leading-5 text-ink-soft">
              {name}
            </label>
            {isReadOnly ? (
              <p id={`${id}-${name}`} dir="auto" className="min-h-7 wrap-anywhere">
                {valueWords(sample[name])}
              </p>
            ) : kind === 'boolean' ? (
              <Switch
                id={`${id}-${name}`}
                aria-label={name}
                checked={sample[name] === true}
                onChange={(isOn) => change(name, isOn)}
              />
            ) : (
              <Input
                compact
                id={`${id}-${name}`}
                readOnly={!isTypedSample(sample[name])}
                title={isTypedSample(sample[name]) ? undefined : t('editor.sample_fixed')}
                value={textOfSample(sample[name])}
                onChange={({ target }) => change(name, typedSample(target.value, kind))}
              />
            )}
          </div>
        ))}
      </div>
    </Section>
  )
}
