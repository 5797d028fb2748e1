import { useMemo, useState } from 'react'
import { ColorButton } from '#dashboard/screens/editor/colors/color-button.tsx'
import {
  colorAt,
  type DocumentColor,
  documentColors,
  recolor,
} from '#dashboard/screens/editor/colors/document-colors.ts'
import { LiveChange } from '#dashboard/screens/editor/session/live-change.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Section } from './section.tsx'

interface RowProps {
  readonly color: DocumentColor
  readonly onOpenChange: (isOpen: boolean) => void
}

/** One colour: another one replaces it wherever it is used. */
function DocumentColorRow({ color: { hex, uses }, onOpenChange }: RowProps) {
  const session = useSession()
  const shown = useEditor(({ document }) => colorAt(document, uses[0]) ?? hex)
  const change = useMemo(() => new LiveChange(session, 'color of document'), [session])
  return (
    <li className="flex items-center gap-2">
      <ColorButton
        label={t('inspector.replace_color', { color: hex })}
        color={shown}
        onOpenChange={onOpenChange}
        onLive={(picked) => change.update(() => recolor(uses, picked))}
        onDone={() => change.done()}
        onUndo={() => change.undo()}
        className="-m-1 size-[32px] shrink-0"
      />
      <span dir="ltr" className="grow truncate font-mono text-xs">
        {shown}
      </span>
      <span className="text-xs text-ink-soft">{t('inspector.uses', { count: uses.length })}</span>
    </li>
  )
}

/** Of more colours, those that are used most come first. */
const MAX_SHOWN = 8

/** The colours of the design, each to be replaced everywhere. */
export function DocumentColors() {
  const document = useEditor((state) => state.document)
  const isReadOnly = useEditor(({ readOnly }) => readOnly !== null)
  /** While one is replaced, the list stays: it may become equal to another one on the way. */
  const [held, setHeld] = useState<readonly DocumentColor[] | null>(null)
  const [isWhole, setWhole] = useState(false)
  const colors = held ?? documentColors(document)
  const count = isWhole ? 0 : colors.length - MAX_SHOWN
  if (isReadOnly || colors.length === 0) return null
  return (
    <Section title={t('inspector.document_colors')}>
      <p className="mb-1.5 text-xs text-ink-soft">{t('inspector.document_colors_help')}</p>
      <ul className="grid gap-1.5">
        {colors.slice(0, isWhole ? colors.length : MAX_SHOWN).map((color) => (
          <DocumentColorRow key={color.hex} color={color} onOpenChange={(isOpen) => setHeld(isOpen ? colors : null)} />
        ))}
      </ul>
      {count > 0 && (
        <Button size="small" look="quiet" onClick={() => setWhole(true)}>
          {t('inspector.show_more', { count })}
        </Button>
      )}
    </Section>
  )
}
