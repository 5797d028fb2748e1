import { Menu } from '@base-ui/react/menu'
import { type LayerId, layerAt, type Point } from '@pictable/editor'
import type { RefObject } from 'react'
import { canRun, commandOf } from '#dashboard/screens/editor/commands/commands.ts'
import { select } from '#dashboard/screens/editor/session/select-actions.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { wordsOf } from '#dashboard/ui/fields/keys.ts'
import { itemClass, popupClass } from '#dashboard/ui/popup.ts'

/** Commands of the menu, with a line between the parts. */
const PARTS: readonly (readonly string[])[] = [
  ['cut', 'copy', 'paste-here', 'copy-style', 'paste-style'],
  ['duplicate', 'remove'],
  ['group', 'ungroup', 'wrap', 'detach'],
  ['forward', 'backward', 'front', 'back'],
  ['hide', 'isolate', 'lock', 'lock-others'],
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
    <Menu.Item disabled={!isReady} onClick={() => command.run(session)} className={itemClass}>
      <span className="grow">{t(command.title)}</span>
      {keys !== undefined && <kbd className="font-sans text-xs text-ink-soft">{wordsOf(keys)}</kbd>}
    </Menu.Item>
  )
}

/** Everything under the pointer, also what is covered. */
function SelectLayer({ layers }: { layers: readonly LayerId[] }) {
  const session = useSession()
  if (layers.length === 0) return null
  return (
    <>
      <Menu.Group>
        <Menu.GroupLabel className="px-2.5 pt-1.5 pb-1 text-xs text-ink-soft">
          {t('editor.select_layer')}
        </Menu.GroupLabel>
        {layers.map((layer) => (
          <Menu.Item key={layer} onClick={() => select(session, [layer])} className={itemClass}>
            {layerAt(session.state.document, layer)?.name}
          </Menu.Item>
        ))}
      </Menu.Group>
      <Menu.Separator className="my-1 h-px bg-line" />
    </>
  )
}

interface CanvasMenuProps {
  /** Of the pointer, in the window of the browser. */
  at: Point
  under: readonly LayerId[]
  canvas: RefObject<HTMLElement | null>
  onClose: () => void
}

/** The menu of the canvas: what is under the pointer, and what can be done with the selection. */
export function CanvasMenu({ at: { x, y }, under, canvas, onClose }: CanvasMenuProps) {
  const isReadOnly = useEditor((state) => state.readOnly !== null)
  const anchor = { getBoundingClientRect: () => new DOMRect(x, y, 0, 0) }
  return (
    <Menu.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Menu.Portal>
        {/* Where it has no room below the pointer it moves up, so that all of it is seen. */}
        <Menu.Positioner
          anchor={anchor}
          align="start"
          sideOffset={2}
          collisionAvoidance={{ side: 'shift', align: 'shift' }}
          className="z-50"
        >
          <Menu.Popup finalFocus={canvas} className={`${popupClass} min-w-56 text-[13px]`}>
            <SelectLayer layers={under} />
            {(isReadOnly ? PARTS_OF_VIEWERS : PARTS).map((part, at) => (
              <div key={part[0]}>
                {at > 0 && <Menu.Separator className="my-1 h-px bg-line" />}
                {part.map((id) => (
                  <CommandItem key={id} id={id} />
                ))}
              </div>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
