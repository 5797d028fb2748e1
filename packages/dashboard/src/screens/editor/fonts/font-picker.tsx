import { layerAt } from '@pictable/editor'
import { localeOf } from '@pictable/renderer/template'
import { type RefObject, useMemo, useState } from 'react'
import { errorWords } from '#dashboard/api/error-words.ts'
import { useMay } from '#dashboard/api/session.ts'
import { SidePopover } from '#dashboard/screens/editor/popovers/side-popover.tsx'
import { useEditor } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/fonts.ts'
import { popupClass } from '#dashboard/ui/popup.ts'
import { FaceControls } from './face-controls.tsx'
import { FontFooter } from './font-footer.tsx'
import { FontList } from './font-list.tsx'
import { FontRow } from './font-row.tsx'
import { type FamilyRow, fontRows, isInstalled } from './font-rows.ts'
import { FontSearch } from './font-search.tsx'
import { MissingNotice } from './missing-notice.tsx'
import { noteFont, recentFonts } from './recent-fonts.ts'
import { familiesIn, textOfLayers } from './sample-text.ts'
import { useComplete } from './use-complete.ts'
import { useFamilies } from './use-families.ts'
import { useGoogle } from './use-google.ts'

interface FontPickerProps {
  readonly button: RefObject<HTMLElement | null>
  /** The family that is chosen now. */
  readonly chosen: string | undefined
  /** Of the selected layers, what names it; undefined where only a part of a layer has it. */
  readonly property: string | undefined
  /** Letters that a family is wanted for, in place of the words of the selected layers. */
  readonly lacking: string | undefined
  readonly onChoose: (family: string) => void
  readonly onClose: () => void
}

/** The words of the selected layers, and the families of the whole design. */
function useLayers() {
  const document = useEditor((state) => state.document)
  const selection = useEditor((state) => state.selection)
  const values = useEditor((state) => state.values)
  return useMemo(() => {
    const layers = selection.flatMap((id) => layerAt(document, id) ?? [])
    const filling = { values, locale: localeOf(document.design, values) }
    return { text: textOfLayers(layers, filling), inTemplate: familiesIn(document.design) }
  }, [document, selection, values])
}

/** Which lines are shown, and which one the keys are on. */
function useRows(
  { families, samples }: Pick<ReturnType<typeof useFamilies>, 'families' | 'samples'>,
  { text, startsComplete }: { text: string; startsComplete: boolean },
) {
  const [sought, setSought] = useState('')
  const [isOnlyComplete, setOnlyComplete] = useState(startsComplete)
  const [active, setActive] = useState(-1)
  const [recent] = useState(recentFonts)
  // The order stays while the picker is open.
  const { inTemplate } = useLayers()
  const google = useGoogle()
  const { names, isChecking } = useComplete(isOnlyComplete && text !== '', text, { families, samples })
  const complete = isOnlyComplete && text !== '' ? names : undefined
  const rows = useMemo(
    () => fontRows({ families, google: google.found, inTemplate, recent, sought, complete }),
    [families, google.found, inTemplate, recent, sought, complete],
  )
  return {
    ...{ rows, active: Math.min(active, rows.length - 1), setActive, google, isChecking, isOnlyComplete, sought },
    setOnlyComplete(isOn: boolean) {
      setOnlyComplete(isOn)
      setActive(-1)
    },
    search(next: string) {
      setSought(next)
      google.forget()
      setActive(next === '' ? -1 : 1)
    },
  }
}

const noneWords = ({ isOnlyComplete, isChecking }: { isOnlyComplete: boolean; isChecking: boolean }) => {
  if (isChecking) return 'fonts.checking'
  return isOnlyComplete ? 'fonts.none_complete' : 'fonts.none'
}

const LIST_ID = 'font-families'

/** Chooses a family: each in its own font, with what it lacks of the text; others are installed from here. */
export function FontPicker({ button, chosen, property, lacking, onChoose, onClose }: FontPickerProps) {
  const mayWrite = useMay('write')
  const { text: words } = useLayers()
  const text = lacking ?? words
  const { families, error, samples, install, upload } = useFamilies()
  const list = useRows({ families, samples }, { text, startsComplete: lacking !== undefined })
  const { rows, active, google, isOnlyComplete } = list

  async function choose(row: FamilyRow | undefined): Promise<void> {
    if (row === undefined || install.isPending) return
    let { name } = row
    if (row.section === 'google' || !isInstalled(row.family)) {
      if (!mayWrite || row.family === undefined) return
      const from = row.section === 'google' ? 'google' : 'popular'
      const installed = await install.mutateAsync({ body: { family: name, from } }).catch(() => null)
      if (installed === null) return
      name = installed.family
    }
    noteFont(name)
    onChoose(name)
    onClose()
  }

  async function add(file: File): Promise<void> {
    const font = await upload.mutateAsync(file).catch(() => null)
    if (font === null) return
    noteFont(font.family)
    onChoose(font.family)
  }

  const activeRow = rows[active]
  const current = families.find(({ family }) => family === chosen)
  return (
    <SidePopover
      button={button}
      label={t('fonts.title')}
      className={`${popupClass} grid h-[min(36rem,var(--available-height))] w-88 grid-rows-[auto_minmax(0,1fr)_auto_auto] overflow-hidden p-0`}
      onClose={onClose}
    >
      <div className="grid gap-2 border-b border-line p-2">
        <FontSearch
          listId={LIST_ID}
          rows={rows}
          active={active}
          value={list.sought}
          onChange={list.search}
          onMove={list.setActive}
          onChoose={() => activeRow?.kind === 'family' && void choose(activeRow)}
        />
        <MissingNotice
          {...{ chosen, text, samples, isOnlyComplete }}
          isChecking={list.isChecking}
          onOnlyComplete={list.setOnlyComplete}
        />
      </div>
      {rows.length === 0 ? (
        <p role="status" className="p-4 text-ink-soft">
          {error ? errorWords(error) : t(noneWords(list))}
        </p>
      ) : (
        <FontList id={LIST_ID} rows={rows} active={active}>
          {(row, at) => (
            <FontRow
              listId={LIST_ID}
              {...{ at, row, text, samples }}
              isActive={at === active}
              isChosen={row.name === chosen}
              isInstalling={install.isPending && install.variables.body.family === row.name}
              onPoint={() => list.setActive(at)}
              onChoose={() => void choose(row)}
            />
          )}
        </FontList>
      )}
      {property !== undefined && current && isInstalled(current) && (
        <FaceControls family={current} property={property} />
      )}
      {mayWrite && <FontFooter {...{ google }} sought={list.sought} isBusy={upload.isPending} onFile={add} />}
    </SidePopover>
  )
}
