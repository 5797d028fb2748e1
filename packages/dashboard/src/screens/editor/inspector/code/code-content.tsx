import { useId, useState } from 'react'
import type { Edit, Target } from '#dashboard/screens/editor/inspector/edit.ts'
import { OwnFrame } from '#dashboard/screens/editor/inspector/grid/own-frame.tsx'
import { Note } from '#dashboard/screens/editor/inspector/note.tsx'
import { type OwnBinding, useOwnBinding } from '#dashboard/screens/editor/inspector/own-binding.tsx'
import { Property } from '#dashboard/screens/editor/inspector/property.tsx'
import { useProperty } from '#dashboard/screens/editor/inspector/use-property.ts'
import type { Shown } from '#dashboard/screens/editor/properties/presentation.ts'
import { useEditor } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { Input, Textarea } from '#dashboard/ui/fields/input.tsx'
import { Select } from '#dashboard/ui/fields/select.tsx'
import {
  type Content,
  type ContentField,
  type ContentKind,
  contentFields,
  contentKinds,
  readContent,
  securities,
  writeContent,
} from './code-content.ts'
import { CodeProblem } from './code-problem.tsx'
import { CodeSize } from './code-size.tsx'

interface CodeContentProps {
  readonly targets: readonly Target[]
  readonly shown: Shown
}

/** What a QR code says: by kind, with the parts of that kind; as a property where a record fills all of it. */
export function CodeContent({ targets, shown }: CodeContentProps) {
  const { written, edit } = useProperty(targets, shown.name)
  const isReadOnly = useEditor(({ readOnly }) => readOnly !== null)
  const text = written ?? ''
  const binding = useOwnBinding()
  const [isBinding] = binding.open
  if (isReadOnly || isBinding || typeof text !== 'string') {
    return (
      <>
        <Property targets={targets} shown={shown} binding={binding.open} />
        <CodeSize targets={targets} />
      </>
    )
  }
  return <Assistant {...{ text, edit, targets, shown, binding }} />
}

interface AssistantProps extends CodeContentProps {
  readonly text: string
  readonly edit: Edit
  readonly binding: OwnBinding
}

function Assistant({ text, edit, targets, shown, binding }: AssistantProps) {
  const id = useId()
  // A kind that was chosen or typed into stays while its text still reads as another one: an empty link is an empty text.
  const [chosen, setChosen] = useState<ContentKind | null>(null)
  const [note, setNote] = useState<string | null>(null)
  const read = readContent(text)
  const isChosen = chosen !== null && writeContent({ kind: chosen, parts: partsOf(chosen, text) }) === text
  const content: Content = isChosen ? { kind: chosen, parts: partsOf(chosen, text) } : read

  function write(next: Content): void {
    const value = writeContent(next)
    setChosen(next.kind)
    const problem = edit.problem(() => value)
    setNote(problem === undefined ? null : t('inspector.invalid', { reason: problem }))
    if (problem === undefined) edit.set(() => value, 'merge')
  }

  function choose(kind: ContentKind): void {
    setChosen(kind)
    setNote(null)
    const value = writeContent({ kind, parts: keptParts(kind, content) })
    if (edit.problem(() => value) === undefined) edit.set(() => value)
  }

  return (
    <>
      <OwnFrame
        name={shown.name}
        title={t('inspector.code_kind')}
        htmlFor={`${id}-kind`}
        binding={content.kind === 'text' ? undefined : binding}
      >
        <Select
          id={`${id}-kind`}
          aria-label={t('inspector.code_kind')}
          compact
          options={contentKinds.map((kind) => ({ value: kind, label: t(`inspector.code_${kind}`) }))}
          value={content.kind}
          onChange={(kind) => choose(contentKinds.find((each) => each === kind) ?? 'text')}
        />
      </OwnFrame>
      {content.kind === 'text' ? (
        <Property targets={targets} shown={shown} />
      ) : (
        contentFields[content.kind].map((field) => (
          <Part
            key={`${content.kind} ${field}`}
            id={`${id}-${field}`}
            field={field}
            text={content.parts[field] ?? ''}
            onType={(part) => write({ ...content, parts: { ...content.parts, [field]: part } })}
          />
        ))
      )}
      <div className="col-span-2">
        <Note id={`${id}-note`}>{note}</Note>
        <CodeProblem targets={targets} hint={t(`inspector.code_hint_${content.kind}`)} />
      </div>
      <CodeSize targets={targets} />
    </>
  )
}

/** What both kinds have stays. */
function keptParts(kind: ContentKind, { parts }: Content): Content['parts'] {
  return kind === 'url' || kind === 'text' ? { [kind]: parts.url ?? parts.text ?? '' } : parts
}

/** A text as the parts of a kind that has no form of its own. */
function partsOf(kind: ContentKind, text: string): Content['parts'] {
  if (kind === 'url' || kind === 'text') return { [kind]: text }
  const read = readContent(text)
  return read.kind === kind ? read.parts : {}
}

interface PartProps {
  readonly id: string
  readonly field: ContentField
  readonly text: string
  readonly onType: (text: string) => void
}

const HALF: ReadonlySet<ContentField> = new Set(['firstName', 'lastName', 'latitude', 'longitude'])
const LONG: ReadonlySet<ContentField> = new Set(['body', 'address'])

/** One part of the content. Expressions work in each. */
function Part({ id, field, text, onType }: PartProps) {
  const label = t(`inspector.code_field_${field}`)
  // What is typed stays, also where it cannot be applied yet, such as an expression without its end.
  const [typed, setTyped] = useState<string | null>(null)
  const common = {
    id,
    compact: true,
    value: typed ?? text,
    onBlur: () => setTyped(null),
    onChange: ({ target }: { target: { value: string } }) => {
      setTyped(target.value)
      onType(target.value)
    },
  }
  return (
    <div className={HALF.has(field) ? 'grid gap-0.5' : 'col-span-2 grid gap-0.5'}>
      <label htmlFor={id} className="text-xs text-ink-soft">
        {label}
      </label>
      {field === 'security' ? (
        <Select
          id={id}
          aria-label={label}
          compact
          options={securities.map((each) => ({ value: each, label: t(`inspector.code_security_${each}`) }))}
          value={text === '' ? 'WPA' : text}
          onChange={onType}
        />
      ) : LONG.has(field) ? (
        <Textarea {...common} />
      ) : (
        <Input {...common} spellCheck={false} />
      )}
    </div>
  )
}
