import { layerAt } from '@pictable/editor'
import { Eye, EyeOff, Lock, LockOpen } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { iconOf } from '#dashboard/screens/editor/icons/kind-icons.ts'
import type { Target } from '#dashboard/screens/editor/inspector/edit.ts'
import { toggleHidden, toggleLocked } from '#dashboard/screens/editor/session/arrange-actions.ts'
import { renameLayer } from '#dashboard/screens/editor/session/rename-layer.ts'
import { isLocked } from '#dashboard/screens/editor/session/state.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { IconButton } from '#dashboard/ui/button.tsx'
import { isComposing } from '#dashboard/ui/fields/composing.ts'
import { compactClass } from '#dashboard/ui/fields/input.tsx'

/** The name of one layer; renaming it also renames what refers to it. */
function NameField({ layer, name }: { layer: Target; name: string }) {
  const session = useSession()
  const [typed, setTyped] = useState<string | null>(null)
  const leave = () => {
    const wanted = typed?.trim() ?? ''
    setTyped(null)
    void renameLayer(session, layer, wanted)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Enter') leave()
    else if (event.key === 'Escape') setTyped(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <input
      dir="auto"
      aria-label={t('inspector.name')}
      autoComplete="off"
      spellCheck={false}
      value={typed ?? name}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={leave}
      onKeyDown={onKeyDown}
      className={`${compactClass} h-7 grow border-transparent font-semibold`}
    />
  )
}

/** What is selected, and whether it is seen and locked. */
export function LayerHeader({ targets }: { targets: readonly Target[] }) {
  const session = useSession()
  const [first = ''] = targets
  const name = useEditor(({ document }) => layerAt(document, first)?.name ?? '')
  const type = useEditor(({ document }) => layerAt(document, first)?.type)
  const isReadOnly = useEditor(({ readOnly }) => readOnly !== null)
  const isHidden = useEditor(({ document }) => targets.every((id) => layerAt(document, id)?.visible === false))
  const isFixed = useEditor(({ document }) => targets.every((id) => isLocked(document, id)))
  const Icon = targets.length === 1 && type !== undefined ? iconOf(type) : null
  return (
    <div className="sticky top-0 z-10 flex h-11 items-center gap-1 border-b border-line bg-ground px-3">
      {Icon && type && (
        <span title={t(`editor.kind_${type}`)} className="text-ink-soft [&_svg]:size-4">
          <Icon aria-hidden />
        </span>
      )}
      {targets.length > 1 ? (
        <h2 className="grow font-semibold">{t('inspector.layers', { count: targets.length })}</h2>
      ) : isReadOnly ? (
        <h2 dir="auto" className="grow truncate px-1 font-semibold">
          {name}
        </h2>
      ) : (
        <>
          <h2 className="sr-only">{name}</h2>
          <NameField layer={first} name={name} />
        </>
      )}
      {!isReadOnly && (
        <>
          <IconButton
            size="small"
            label={isFixed ? t('inspector.unlock') : t('inspector.lock')}
            icon={isFixed ? <Lock /> : <LockOpen />}
            onClick={() => toggleLocked(session, targets)}
          />
          <IconButton
            size="small"
            label={isHidden ? t('inspector.show') : t('inspector.hide')}
            icon={isHidden ? <EyeOff /> : <Eye />}
            onClick={() => toggleHidden(session)}
          />
        </>
      )}
    </div>
  )
}
