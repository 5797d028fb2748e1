import type { KeptLayer, LayerId } from './command.ts'
import type { Workspace } from './workspace.ts'

/** Takes a layer out of its list and returns it. */
export function takeOut(workspace: Workspace, id: LayerId): KeptLayer {
  const parent = workspace.parentOf(id)
  const kept = workspace.keep(id)
  workspace.splice(parent, { index: workspace.childrenOf(parent).indexOf(id), remove: 1 }, [])
  return kept
}
