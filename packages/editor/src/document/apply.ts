import { TemplateError } from '@pictable/renderer/template'
import type { Command, LayerId } from './command.ts'
import { CommandError } from './command-error.ts'
import { assertValid, type EditorDocument } from './document.ts'
import { group, wrap } from './group.ts'
import { insert } from './insert.ts'
import { withValue } from './json.ts'
import { removeLocks, renameLock } from './locks.ts'
import { move } from './move.ts'
import { cutReferences, renameReferences } from './references.ts'
import { replace } from './replace.ts'
import { takeOut } from './take-out.ts'
import { ungroup } from './ungroup.ts'
import { Workspace } from './workspace.ts'

export interface Applied {
  readonly document: EditorDocument
  /** Restores the former document when it is applied to the new one. */
  readonly inverse: Command
  /** The layers that the command made, changed or moved, as far as they still exist: what to select. */
  readonly touched: readonly LayerId[]
  /** The command changed nothing: `document` is the same object as before. */
  readonly isEmpty: boolean
}

/** Applies a command. The result is valid; throws a CommandError that says why when it would not be. */
export function apply(document: EditorDocument, command: Command): Applied {
  const workspace = new Workspace(document)
  const touched = [...new Set(run(workspace, command))].filter((id) => workspace.has(id))
  const { isSameDesign, sample, ids, next, inverse, ...worked } = workspace.finish()
  const [only] = inverse
  const undo: Command = only && inverse.length === 1 ? only : { type: 'batch', commands: inverse }
  if (inverse.length === 0) return { document, inverse: undo, touched, isEmpty: true }
  const design = isSameDesign ? document.design : applicable(worked.design)
  const applied = { design, sample, ids, next, session: document.session }
  return { document: applied, inverse: undo, touched, isEmpty: false }
}

/** Changes the workspace and returns the ids of the layers concerned. */
function run(workspace: Workspace, command: Command): readonly LayerId[] {
  switch (command.type) {
    case 'set':
      return set(workspace, command)
    case 'insert':
      return insert(workspace, command)
    case 'remove':
      return remove(workspace, command)
    case 'move':
      return move(workspace, command)
    case 'rename':
      return rename(workspace, command)
    case 'group':
      return group(workspace, command)
    case 'ungroup':
      return ungroup(workspace, command)
    case 'wrap':
      return wrap(workspace, command)
    case 'replace':
      return replace(workspace, command.design)
    case 'batch':
      return command.commands.flatMap((one) => run(workspace, one))
    case 'splice':
      workspace.splice(command.parent, command, command.insert)
      return command.insert.map(({ ids }) => ids.id)
    case 'restore':
      return restore(workspace, command)
  }
}

type CommandOf<Type extends Command['type']> = Extract<Command, { type: Type }>

function set(workspace: Workspace, { target, path, value }: CommandOf<'set'>): readonly LayerId[] {
  const [key, ...rest] = path
  if (typeof key !== 'string') throw new CommandError('A property has a name.')
  if (target !== 'sample' && (key === 'children' || (target === 'page' && (key === 'layers' || key === 'schema')))) {
    throw new CommandError(`"${key}" cannot be set; insert, remove or move layers instead.`)
  }
  if (workspace.has(target) && key === 'name' && typeof value === 'string') {
    return rename(workspace, { type: 'rename', layer: target, name: value })
  }
  workspace.put(target, key, withValue(workspace.read(target)[key], rest, value))
  return [target]
}

function rename(workspace: Workspace, { layer, name }: CommandOf<'rename'>): readonly LayerId[] {
  if (workspace.nameOf(layer) === name) return [layer]
  if (workspace.names().has(name)) throw new CommandError(`Another layer is named "${name}".`)
  renameReferences(workspace, layer, name)
  renameLock(workspace, layer, name)
  workspace.put(layer, 'name', name)
  return [layer]
}

function remove(workspace: Workspace, { layers, laidOut }: CommandOf<'remove'>): readonly LayerId[] {
  const removed = workspace.select(layers)
  cutReferences(workspace, removed, { laidOut, both: false })
  removeLocks(workspace, removed)
  for (const id of removed) takeOut(workspace, id)
  return []
}

function restore(workspace: Workspace, { design, ids }: CommandOf<'restore'>): readonly LayerId[] {
  workspace.replace(design, ids)
  return []
}

/** Throws a CommandError that says in words what is wrong with a design. */
function applicable(design: unknown): EditorDocument['design'] {
  try {
    assertValid(design)
    return design
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    throw new CommandError(error.message, { design, issues: error.issues })
  }
}
