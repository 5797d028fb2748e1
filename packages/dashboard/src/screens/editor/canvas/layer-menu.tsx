import { Menu } from '@base-ui/react/menu'
import { layerAt } from '@pictable/editor'
import type { RefObject } from 'react'
import { select } from '#dashboard/screens/editor/session/select-actions.ts'
import type { EditorState } from '#dashboard/screens/editor/session/state.ts'
import { useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { itemClass, popupClass } from '#dashboard/ui/popup.ts'

interface LayerMenuProps {
  stacked: NonNullable<EditorState['stacked']>
  canvas: RefObject<HTMLElement | null>
}

/** Alt and a click: everything under the pointer, the top-most first. */
export function LayerMenu({ stacked, canvas }: LayerMenuProps) {
  const session = useSession()
  const close = () => session.set({ stacked: null, hovered: null })
  const { left = 0, top = 0 } = canvas.current?.getBoundingClientRect() ?? {}
  const place = new DOMRect(left + stacked.at.x, top + stacked.at.y, 0, 0)
  return (
    <Menu.Root open onOpenChange={(isOpen) => !isOpen && close()}>
      <Menu.Portal>
        <Menu.Positioner anchor={{ getBoundingClientRect: () => place }} align="start" sideOffset={2} className="z-50">
          <Menu.Popup
            aria-label={t('editor.select_layer')}
            finalFocus={canvas}
            className={`${popupClass} min-w-48 text-[13px]`}
          >
            {stacked.layers.map((layer) => (
              <Menu.Item
                key={layer}
                onClick={() => select(session, [layer])}
                onFocus={() => session.set({ hovered: layer })}
                className={itemClass}
              >
                {layerAt(session.state.document, layer)?.name}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
