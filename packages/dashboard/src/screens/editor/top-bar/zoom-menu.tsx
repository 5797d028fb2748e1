import { Minus, Plus } from 'lucide-react'
import { type ComponentProps, useEffect, useState } from 'react'
import { canRun, commandOf, keysOf } from '#dashboard/screens/editor/commands/commands.ts'
import { gridColumns, safeBox, toggleGrid, toggleSafeArea } from '#dashboard/screens/editor/session/page-aids.ts'
import { setSnapping } from '#dashboard/screens/editor/session/snap-switch.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { fitPage, fitSelection, stepZoom, zoomTo } from '#dashboard/screens/editor/session/view-actions.ts'
import { t } from '#dashboard/strings/editing.ts'
import { IconButton } from '#dashboard/ui/button.tsx'
import { Menu, MenuItem, MenuLine, MenuSwitch } from '#dashboard/ui/menu.tsx'

const percent = new Intl.NumberFormat(undefined, { style: 'percent' })
const zooms = [0.25, 0.5, 1, 2, 4]
/** From one number of a zoom that changes to the next: in each frame, they would cost more than the zoom itself. */
const NEXT_MS = 150

/** Rounded to what is told: the first change at once. */
function useToldZoom(): number {
  const session = useSession()
  const [told, setTold] = useState(session.state.view.zoom)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let last = session.state.view.zoom
    setTold(last)
    const tell = () => {
      const { zoom } = session.state.view
      if (zoom === last || timer !== undefined) return
      last = zoom
      setTold(zoom)
      timer = setTimeout(() => {
        timer = undefined
        tell()
      }, NEXT_MS)
    }
    const unsubscribe = session.subscribe(tell)
    return () => {
      unsubscribe()
      clearTimeout(timer)
    }
  }, [session])
  return Math.round(told * 100) / 100
}

/** What is shown beside the page, and whether layers snap. */
function ViewSwitches() {
  const session = useSession()
  const hasRulers = useEditor((state) => state.hasRulers)
  const isSnapping = useEditor((state) => state.isSnapping)
  const isReadOnly = useEditor((state) => state.readOnly !== null)
  const hasGrid = useEditor(({ document }) => gridColumns(document).length > 0)
  const hasSafeArea = useEditor(({ document }) => safeBox(document) !== null)
  return (
    <>
      <MenuSwitch isOn={hasRulers} keys={keysOf('rulers')} onChange={(isOn) => session.set({ hasRulers: isOn })}>
        {t('editor.rulers')}
      </MenuSwitch>
      {!isReadOnly && (
        <>
          <MenuSwitch isOn={hasGrid} onChange={() => toggleGrid(session)}>
            {t('editor.grid')}
          </MenuSwitch>
          <MenuSwitch isOn={hasSafeArea} onChange={() => toggleSafeArea(session)}>
            {t('editor.safe_area')}
          </MenuSwitch>
          <MenuSwitch isOn={isSnapping} onChange={(isOn) => setSnapping(session, isOn)}>
            {t('editor.snapping')}
          </MenuSwitch>
        </>
      )}
    </>
  )
}

function CommandItem({ id }: { id: string }) {
  const session = useSession()
  const command = commandOf(id)
  const isThere = useEditor((state) => canRun(command, state))
  if (!isThere) return null
  return (
    <MenuItem keys={keysOf(id)} onSelect={() => command.run(session)}>
      {t(command.title)}
    </MenuItem>
  )
}

/** By itself, so that a zoom draws no menu. */
function ZoomButton(props: ComponentProps<'button'>) {
  const zoom = percent.format(useToldZoom())
  return (
    <button
      {...props}
      type="button"
      aria-label={`${t('editor.zoom')}: ${zoom}`}
      className="h-8 w-14 rounded-md text-center tabular-nums hover:bg-hover"
    >
      {zoom}
    </button>
  )
}

export function ZoomMenu() {
  const session = useSession()
  const isEmpty = useEditor(({ selection }) => selection.length === 0)
  return (
    <div className="flex items-center">
      <span className="max-[50rem]:hidden">
        <IconButton
          label={t('editor.zoom_out')}
          data-tooltip={`${t('editor.zoom_out')} (${keysOf('zoom-out')})`}
          icon={<Minus />}
          onClick={() => stepZoom(session, -1)}
        />
      </span>
      <Menu trigger={<ZoomButton />}>
        <MenuItem keys={keysOf('fit')} onSelect={() => fitPage(session)}>
          {t('editor.zoom_fit')}
        </MenuItem>
        <MenuItem disabled={isEmpty} keys={keysOf('fit-selection')} onSelect={() => fitSelection(session)}>
          {t('editor.zoom_selection')}
        </MenuItem>
        <MenuLine />
        <ViewSwitches />
        <CommandItem id="guides" />
        <MenuLine />
        {zooms.map((each) => (
          <MenuItem key={each} keys={each === 1 ? keysOf('actual') : undefined} onSelect={() => zoomTo(session, each)}>
            {percent.format(each)}
          </MenuItem>
        ))}
      </Menu>
      <span className="max-[50rem]:hidden">
        <IconButton
          label={t('editor.zoom_in')}
          data-tooltip={`${t('editor.zoom_in')} (${keysOf('zoom-in')})`}
          icon={<Plus />}
          onClick={() => stepZoom(session, 1)}
        />
      </span>
    </div>
  )
}
