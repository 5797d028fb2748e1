import { ContextMenu } from '@base-ui/react/context-menu'
import { type LayerId, layerAt } from '@pictable/editor'
import { type MouseEvent, type ReactElement, useState } from 'react'
import { canRun, commandOf } from '#dashboard/screens/editor/commands/commands.ts'
import { wordsOf } from '#dashboard/screens/editor/commands/keys.ts'
import { select } from '#dashboard/screens/editor/session/select-actions.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editor.ts'
import { itemClass, popupClass } from '#dashboard/ui/popup.ts'
import { isInsideSelection, layersUnder, pick } from './pick.ts'
import { pointerAt } from './pointer.ts'

/** Commands of the menu, with a line between the parts. */
const PARTS: readonly (readonly string[])[] = [
  ['cut', 'copy', 'paste-here', 'copy-style', 'paste-style'],
  ['duplicate', 'remove'],
  ['group', 'ungroup', 'wrap', 'detach'],
  ['forward', 'backward', 'front', 'back'],
  ['hide', 'lock'],
]
/** For those who may not change the template. */
const PARTS_OF_VIEWERS: typeof PARTS = [
  ['copy', 'select-all'],
  ['fit', 'actual', 'fit-selection'],
]

function CommandItem({ id }: { id: string }) {
  const session = useSession()
  const command = commandOf(id)
  const isReady = useEditor((state) => canRun(command, state))
  const [keys] = command.keys
  return (
    <ContextMenu.Item disabled={!isReady} onClick={() => command.run(session)} className={itemClass}>
      <span className="grow">{t(command.title)}</span>
      {keys !== undefined && <kbd className="font-sans text-xs text-ink-soft">{wordsOf(keys)}</kbd>}
    </ContextMenu.Item>
  )
}

/** Everything under the pointer, also what is covered. */
function SelectLayer({ layers }: { layers: readonly LayerId[] }) {
  const session = useSession()
  if (layers.length === 0) return null
  return (
    <>
      <ContextMenu.Group>
        <ContextMenu.GroupLabel className="px-2.5 pt-1.5 pb-1 text-xs text-ink-soft">
          {t('editor.select_layer')}
        </ContextMenu.GroupLabel>
        {layers.map((layer) => (
          <ContextMenu.Item key={layer} onClick={() => select(session, [layer])} className={itemClass}>
            {layerAt(session.state.document, layer)?.name}
          </ContextMenu.Item>
        ))}
      </ContextMenu.Group>
      <ContextMenu.Separator className="my-1 h-px bg-line" />
    </>
  )
}

/** The menu of the canvas: what is under the pointer, and what can be done with the selection. */
export function CanvasMenu({ children }: { children: ReactElement }) {
  const session = useSession()
  const isReadOnly = useEditor((state) => state.readOnly !== null)
  const [under, setUnder] = useState<readonly LayerId[]>([])
  const open = (event: MouseEvent) => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    const pointer = pointerAt(session, { x: event.clientX - left, y: event.clientY - top }, event)
    setUnder(layersUnder(session.state, pointer))
    if (isInsideSelection(session.state, pointer)) return
    const layer = pick(session.state, pointer)
    select(session, layer === undefined ? [] : [layer])
  }
  return (
    <ContextMenu.Root>
      <ContextMenu.Trigger render={children} onContextMenuCapture={open} />
      <ContextMenu.Portal>
        <ContextMenu.Positioner className="z-50">
          <ContextMenu.Popup className={`${popupClass} min-w-56 text-[13px]`}>
            <SelectLayer layers={under} />
            {(isReadOnly ? PARTS_OF_VIEWERS : PARTS).map((part, at) => (
              <div key={part[0]}>
                {at > 0 && <ContextMenu.Separator className="my-1 h-px bg-line" />}
                {part.map((id) => (
                  <CommandItem key={id} id={id} />
                ))}
              </div>
            ))}
          </ContextMenu.Popup>
        </ContextMenu.Positioner>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  )
}
