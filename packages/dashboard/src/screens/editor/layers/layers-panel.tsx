import { useMemo, useState } from 'react'
import { useEditor } from '#dashboard/screens/editor/session/use-editor.ts'
import { type EditorKey, t } from '#dashboard/strings/editing.ts'
import { isComposing } from '#dashboard/ui/fields/composing.ts'
import { Input } from '#dashboard/ui/fields/input.tsx'
import { LayerTree } from './layer-tree.tsx'
import { findLayers } from './tree-rows.ts'

const kindWords = (type: string): string => {
  const key = `editor.kind_${type}`
  return isKey(key) ? t(key) : type
}
const isKey = (key: string): key is EditorKey => key.startsWith('editor.kind_')

/** The layers as a tree, the front-most first, and a search. */
export function LayersPanel() {
  const [wanted, setWanted] = useState('')
  const searched = useEditor(({ document }) => (wanted === '' ? undefined : document))
  const found = useMemo(() => searched && findLayers(searched, wanted, kindWords), [searched, wanted])
  return (
    <div className="grid h-full grid-rows-[auto_minmax(0,1fr)]">
      <div className="px-2 pt-2 pb-1">
        <Input
          compact
          type="search"
          aria-label={t('editor.layers_search')}
          placeholder={t('editor.layers_search')}
          value={wanted}
          onChange={({ target }) => setWanted(target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && !isComposing(event.nativeEvent)) setWanted('')
          }}
        />
      </div>
      <LayerTree found={found} />
    </div>
  )
}
