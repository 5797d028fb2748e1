import type { LayerId } from './command.ts'
import { isObject } from './json.ts'
import type { Workspace } from './workspace.ts'

/** The names of locked layers that the template contains, also those that no layer has. */
function lockedNames(workspace: Workspace): readonly string[] {
  const { editor } = workspace.read('page')
  const locked: unknown = isObject(editor) ? editor.locked : undefined
  return Array.isArray(locked) ? locked.filter((name) => typeof name === 'string') : []
}

/** Writes other names in the place of some; what becomes empty is left out. */
function rewriteLocks(workspace: Workspace, namesFor: (name: string) => readonly string[]): void {
  const before = lockedNames(workspace)
  const locked = [...new Set(before.flatMap(namesFor))]
  const { editor } = workspace.read('page')
  if (before.length === 0 || !isObject(editor)) return
  const { locked: _, ...others } = editor
  const changed = locked.length > 0 ? { ...editor, locked } : others
  workspace.put('page', 'editor', Object.keys(changed).length > 0 ? changed : undefined)
}

/** A locked layer stays locked under its new name. */
export function renameLock(workspace: Workspace, id: LayerId, name: string): void {
  const old = workspace.nameOf(id)
  rewriteLocks(workspace, (locked) => [locked === old ? name : locked])
}

/** Layers that go away take their locks along, so that a later layer of the same name is not locked. */
export function removeLocks(workspace: Workspace, ids: readonly LayerId[]): void {
  const gone = new Set(ids.flatMap((id) => namesWithin(workspace, id)))
  rewriteLocks(workspace, (locked) => (gone.has(locked) ? [] : [locked]))
}

/** The lock of a group that is dissolved is passed on to its layers. */
export function passLock(workspace: Workspace, group: LayerId): void {
  const own = workspace.nameOf(group)
  const inside = workspace.childrenOf(group).map((id) => workspace.nameOf(id))
  rewriteLocks(workspace, (locked) => (locked === own ? inside : [locked]))
}

function namesWithin(workspace: Workspace, id: LayerId): string[] {
  return [workspace.nameOf(id), ...workspace.childrenOf(id).flatMap((child) => namesWithin(workspace, child))]
}
