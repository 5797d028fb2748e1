import { idOfName, type LayerId, layerAt } from '@pictable/editor'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import * as v from 'valibot'
import { kept } from '#dashboard/api/kept.ts'
import { personal } from '#dashboard/api/personal.ts'
import { useEditor } from '#dashboard/screens/editor/session/use-editor.ts'

const route = getRouteApi('/frame/templates/$id/edit')

interface ClosedGroup {
  readonly id: LayerId | undefined
  /** Layers have other ids in the next session. */
  readonly name: string
}

const stored = v.array(v.string())

function read(key: string): readonly ClosedGroup[] {
  try {
    return v.parse(stored, JSON.parse(kept.get(key) ?? '[]')).map((name) => ({ id: undefined, name }))
  } catch {
    return []
  }
}

/** Closed groups, which this browser keeps. */
export function useClosed() {
  const { id: template } = route.useParams()
  const key = personal(`template.${template}.closed`)
  const document = useEditor((state) => state.document)
  const [groups, setGroups] = useState(() => read(key))
  const now = useMemo(
    () =>
      groups.flatMap(({ id, name }) => {
        const own = id !== undefined && layerAt(document, id) ? id : idOfName(document, name)
        const layer = own === undefined ? undefined : layerAt(document, own)
        return layer ? [{ id: own, name: layer.name }] : []
      }),
    [document, groups],
  )
  const closed = useMemo(() => new Set(now.flatMap(({ id }) => id ?? [])), [now])
  const names = JSON.stringify(now.map(({ name }) => name))
  useEffect(() => {
    kept.set(key, names === '[]' ? null : names)
  }, [key, names])
  const toggle = (ids: readonly LayerId[], isOpen: boolean) => {
    const others = now.filter(({ id }) => id === undefined || !ids.includes(id))
    const added = ids.map((id) => ({ id, name: layerAt(document, id)?.name ?? '' }))
    setGroups(isOpen ? others : [...others, ...added])
  }
  return { closed, toggle }
}
