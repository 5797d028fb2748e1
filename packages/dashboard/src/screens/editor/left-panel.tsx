import { Tabs } from '@base-ui/react/tabs'
import { Suspense, useState } from 'react'
import { lazily } from '#dashboard/api/lazily.ts'
import { t } from '#dashboard/strings/editing.ts'
import { DataPanel } from './data/panel/data-panel.tsx'
import { InsertPanel } from './insert/insert-panel.tsx'
import { LayersPanel } from './layers/layers-panel.tsx'
import { useEditor } from './session/use-editor.ts'

const AssetsPanel = lazily(() => import('./assets/assets-panel.tsx'), 'AssetsPanel')

const panels = [
  { value: 'layers', label: t('editor.layers'), Panel: LayersPanel, isForAll: true },
  { value: 'insert', label: t('editor.insert'), Panel: InsertPanel, isForAll: false },
  { value: 'assets', label: t('pictures.assets'), Panel: AssetsPanel, isForAll: false },
  { value: 'data', label: t('data.title'), Panel: DataPanel, isForAll: true },
] as const

/** While a hint is about it (`coach`). */
const HINTED = 'ring-accent ring-inset in-data-[coach=data]:ring-2'

/** Layers, what can be inserted, pictures and fonts, or the fields of records. */
export function LeftPanel() {
  const isViewer = useEditor(({ readOnly }) => readOnly === 'role')
  const isRenaming = useEditor(({ renamed }) => renamed !== null)
  const [chosen, setChosen] = useState<string>('layers')
  // A name is typed in the tree, which stays open afterwards.
  if (isRenaming && chosen !== 'layers') setChosen('layers')
  const shown = panels.filter(({ isForAll }) => isForAll || !isViewer)
  return (
    <Tabs.Root
      value={chosen}
      onValueChange={setChosen}
      data-part
      className="grid min-h-0 grid-rows-[auto_minmax(0,1fr)] border-e border-line bg-ground"
    >
      <Tabs.List aria-label={t('editor.panels')} className="flex h-9 items-stretch gap-1 border-b border-line px-2">
        {shown.map(({ value, label }) => (
          <Tabs.Tab
            key={value}
            value={value}
            className={`rounded-t-sm border-b-2 border-transparent px-1.5 font-medium text-ink-soft -outline-offset-2 hover:text-ink data-active:border-accent data-active:text-ink ${value === 'data' ? HINTED : ''}`}
          >
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {shown.map(({ value, Panel }) => (
        <Tabs.Panel key={value} value={value} className="relative min-h-0 overflow-y-auto -outline-offset-2">
          <Suspense>
            <Panel />
          </Suspense>
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  )
}
