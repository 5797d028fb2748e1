import { Menu } from '@base-ui/react/menu'
import { type LayerId, layerAt } from '@pictable/editor'
import type { RefObject } from 'react'
import { canRun, commandOf } from '#dashboard/screens/editor/commands/commands.ts'
import { putGuide } from '#dashboard/screens/editor/session/guides.ts'
import { select } from '#dashboard/screens/editor/session/select-actions.ts'
import type { OpenMenu } from '#dashboard/screens/editor/session/state.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { wordsOf } from '#dashboard/ui/fields/keys.ts'
import { itemClass, popupClass } from '#dashboard/ui/popup.ts'

/** Commands of the menu, with a line between the parts. What is not possible now is left out. */
const PARTS: readonly (readonly string[])[] = [
  ['edit-text', 'fit-box', 'crop', 'replace-picture', 'select-inside'],
  ['cut', 'copy', 'paste-here', 'copy-style', 'paste-style'],
  ['duplicate', 'rename', 'remove'],
  ['group', 'ungroup', 'wrap', 'mask', 'unmask', 'detach'],
  ['forward', 'backward', 'front', 'back'],
  ['flip-horizontal', 'flip-vertical'],
  ['hide', 'isolate', 'lock', 'lock-others'],
]
/** While nothing is selected, and for those who may not change the template. */
const PARTS_OF_PAGE: typeof PARTS = [
  ['copy', 'paste-here', 'select-all'],
  ['page-size'],
  ['fit', 'actual', 'fit-selection'],
  ['rulers', 'grid', 'safe-area'],
]
const PARTS_OF_GUIDE: typeof PARTS = [['guides']]

function CommandItem({ id }: { id: string }) {
  const session = useSession()
  const command = commandOf(id)
  const [keys] = command.keys
  return (
    <Menu.Item onClick={() => command.run(session)} className={itemClass}>
      <span className="grow">{t(command.title)}</span>
      {keys !== undefined && <kbd className="font-sans text-xs text-ink-soft">{wordsOf(keys)}</kbd>}
    </Menu.Item>
  )
}

/** Everything under the pointer, also what is covered. */
function SelectLayer({ layers }: { layers: readonly LayerId[] }) {
  const session = useSession()
  if (layers.length < 2) return null
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

function RemoveGuide({ guide }: Required<Pick<OpenMenu, 'guide'>>) {
  const session = useSession()
  return (
    <Menu.Item onClick={() => putGuide(session, { ...guide, at: null })} className={itemClass}>
      {t('editor.guide_remove_this')}
    </Menu.Item>
  )
}

interface CanvasMenuProps extends OpenMenu {
  canvas: RefObject<HTMLElement | null>
}

/** The menu of the canvas and of the tree: what is under the pointer, and what can be done with the selection. */
export function CanvasMenu({ at: { x, y }, under, guide, from, canvas }: CanvasMenuProps) {
  const session = useSession()
  const isOfPage = useEditor(({ readOnly, selection }) => readOnly !== null || selection.length === 0)
  // The tree has no place where something could be pasted.
  const here = (id: string) => (id === 'paste-here' && from !== canvas.current ? 'paste' : id)
  const possible = (guide ? PARTS_OF_GUIDE : isOfPage ? PARTS_OF_PAGE : PARTS)
    .map((part) => part.map(here).filter((id) => canRun(commandOf(id), session.state)))
    .filter((part) => part.length > 0)
  const anchor = { getBoundingClientRect: () => new DOMRect(x, y, 0, 0) }
  // What is typed into has the focus already.
  const isTyping = () => session.state.renamed !== null || session.state.editing !== null
  const getsFocus = () => !isTyping() && (from.isConnected ? from : canvas.current)
  return (
    <Menu.Root open onOpenChange={(isOpen) => !isOpen && session.set({ menu: null })}>
      <Menu.Portal>
        {/* Where it has no room below the pointer it moves up, so that all of it is seen. */}
        <Menu.Positioner
          anchor={anchor}
          align="start"
          sideOffset={2}
          collisionAvoidance={{ side: 'shift', align: 'shift' }}
          className="z-50"
        >
          <Menu.Popup finalFocus={getsFocus} className={`${popupClass} min-w-56 text-[13px]`}>
            <SelectLayer layers={under} />
            {guide && <RemoveGuide guide={guide} />}
            {possible.map((part, at) => (
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
