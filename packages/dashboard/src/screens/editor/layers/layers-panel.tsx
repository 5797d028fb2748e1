import { childrenOf, type LayerId, layerAt } from '@pictable/editor'
import { select, selectOut } from '#dashboard/screens/editor/session/select-actions.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { revealSelection } from '#dashboard/screens/editor/session/view-actions.ts'
import { t } from '#dashboard/strings/editor.ts'

function Row({ layer, depth }: { layer: LayerId; depth: number }) {
  const session = useSession()
  const document = useEditor((state) => state.document)
  const isSelected = useEditor((state) => state.selection.includes(layer))
  const children = childrenOf(document, layer)
  return (
    <>
      <div
        role="treeitem"
        aria-selected={isSelected}
        aria-level={depth}
        tabIndex={-1}
        onClick={() => {
          select(session, [layer])
          revealSelection(session)
        }}
        onKeyDown={({ key }) => key === 'Escape' && selectOut(session)}
        className={`flex h-7 items-center truncate px-3 ${isSelected ? 'bg-accent-soft text-accent-ink' : 'hover:bg-hover'}`}
        style={{ paddingInlineStart: depth * 12 }}
      >
        {layerAt(document, layer)?.name}
      </div>
      {children.toReversed().map((child) => (
        <Row key={child} layer={child} depth={depth + 1} />
      ))}
    </>
  )
}

/** The layers as a tree, the front-most first. */
export function LayersPanel() {
  const document = useEditor((state) => state.document)
  return (
    <div role="tree" aria-label={t('editor.layers')} className="py-1">
      {childrenOf(document, null)
        .toReversed()
        .map((layer) => (
          <Row key={layer} layer={layer} depth={1} />
        ))}
    </div>
  )
}
