import { isFilled } from '@pictable/editor'
import { Bold } from 'lucide-react'
import { useId } from 'react'
import { commandOf } from '#dashboard/screens/editor/commands/commands.ts'
import { controlOf } from '#dashboard/screens/editor/inspector/controls.ts'
import type { Target } from '#dashboard/screens/editor/inspector/edit.ts'
import { OwnFrame } from '#dashboard/screens/editor/inspector/grid/own-frame.tsx'
import { useOwnBinding } from '#dashboard/screens/editor/inspector/own-binding.tsx'
import { Property } from '#dashboard/screens/editor/inspector/property.tsx'
import { useProperty } from '#dashboard/screens/editor/inspector/use-property.ts'
import type { Shown } from '#dashboard/screens/editor/properties/presentation.ts'
import { effective } from '#dashboard/screens/editor/properties/values.ts'
import { hasLetters, isBoldSelection, toggleLetters } from '#dashboard/screens/editor/session/arrange-actions.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { choiceOf, titleOf } from '#dashboard/strings/en/property-titles.ts'
import { wordsOf } from '#dashboard/ui/fields/keys.ts'
import { BoxChoice } from './box-choice.tsx'
import { choiceIcons } from './choice-icons.ts'
import { FitPicture } from './fit-pictures.tsx'

const order = Object.keys(choiceIcons)
const inOrder = (options: readonly unknown[]) =>
  options.toSorted((one, other) => order.indexOf(String(one)) - order.indexOf(String(other)))

/** One of several choices as it is seen: an icon, or for what becomes of a box a picture of it with its word below. */
function Picture({ option }: { option: string }) {
  const Icon = choiceIcons[option]
  if (Icon) return <Icon aria-hidden className="size-4" />
  return (
    <>
      <FitPicture fit={option} />
      <span aria-hidden className="text-[11px] leading-none">
        {choiceOf(option)}
      </span>
    </>
  )
}

/** Bold letters of all that is selected, by one press; other weights are beside it. */
function BoldButton() {
  const session = useSession()
  const isOn = useEditor((state) => isBoldSelection(state))
  const isPossible = useEditor((state) => hasLetters(state, 'bold'))
  const { keys, title } = commandOf('bold')
  const label = t(title)
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={isOn}
      disabled={!isPossible}
      data-tooltip={`${label} (${keys.map(wordsOf).join(', ')})`}
      onClick={() => toggleLetters(session, 'bold')}
      className="grid min-h-7 w-8 shrink-0 place-items-center rounded-md border border-line text-ink-soft enabled:hover:text-ink disabled:opacity-50 aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
    >
      <Bold aria-hidden className="size-4" />
    </button>
  )
}

/** One of a few, each as a picture: one press. */
export function PictureChoice({ targets, shown }: { targets: readonly Target[]; shown: Shown }) {
  const group = useId()
  const { written, edit } = useProperty(targets, shown.name)
  const isReadOnly = useEditor(({ readOnly }) => readOnly !== null)
  const binding = useOwnBinding()
  const [isBinding] = binding.open
  const control = controlOf(shown.schema)
  if (isReadOnly || isBinding || isFilled(written) || control?.kind !== 'choice') {
    return <Property targets={targets} shown={shown} binding={binding.open} />
  }
  const value = effective(shown.schema, written)
  return (
    <OwnFrame name={shown.name} binding={binding} isHalf={shown.isHalf}>
      <div className="flex gap-1">
        {shown.name === 'fontStyle' && <BoldButton />}
        <div role="radiogroup" aria-label={titleOf(shown.name)} className="grid grow auto-cols-fr grid-flow-col gap-1">
          {inOrder(control.options).map((option) => (
            <BoxChoice
              key={String(option)}
              group={group}
              label={choiceOf(option)}
              isChosen={value === option}
              onChoose={(merge) => edit.set(() => option, merge)}
              className="min-h-7 gap-0.5 rounded-md border border-line py-1 has-checked:border-accent has-checked:bg-accent-soft"
            >
              <Picture option={String(option)} />
            </BoxChoice>
          ))}
        </div>
      </div>
    </OwnFrame>
  )
}
