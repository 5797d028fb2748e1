import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignHorizontalSpaceAround,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalSpaceAround,
  LayoutGrid,
  type LucideIcon,
  StretchHorizontal,
  StretchVertical,
} from 'lucide-react'
import { canRun, commandOf } from '#dashboard/screens/editor/commands/commands.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { IconButton } from '#dashboard/ui/button.tsx'
import { wordsOf } from '#dashboard/ui/fields/keys.ts'

const ICONS: Readonly<Record<string, LucideIcon>> = {
  'align-left': AlignStartVertical,
  'align-center': AlignCenterVertical,
  'align-right': AlignEndVertical,
  'align-top': AlignStartHorizontal,
  'align-middle': AlignCenterHorizontal,
  'align-bottom': AlignEndHorizontal,
  'distribute-horizontal': AlignHorizontalSpaceAround,
  'distribute-vertical': AlignVerticalSpaceAround,
  tidy: LayoutGrid,
  'match-width': StretchVertical,
  'match-height': StretchHorizontal,
}

function AlignButton({ id, icon: Icon }: { id: string; icon: LucideIcon }) {
  const session = useSession()
  const command = commandOf(id)
  const isReady = useEditor((state) => canRun(command, state))
  const keys = command.keys.map(wordsOf).join(', ')
  return (
    <IconButton
      size="small"
      label={keys === '' ? t(command.title) : `${t(command.title)} (${keys})`}
      icon={<Icon />}
      disabled={!isReady}
      onClick={() => command.run(session)}
    />
  )
}

/** Aligns what is selected: several layers with each other, one with what is around it. */
export function AlignBar() {
  const isReadOnly = useEditor(({ readOnly }) => readOnly !== null)
  if (isReadOnly) return null
  return (
    <fieldset
      aria-label={t('inspector.alignment')}
      className="flex h-9 items-center justify-between border-b border-line ps-2 pe-3"
    >
      {Object.entries(ICONS).map(([id, icon]) => (
        <AlignButton key={id} id={id} icon={icon} />
      ))}
    </fieldset>
  )
}
