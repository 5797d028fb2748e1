import type { Command } from '#editor/document/command.ts'

/** Undoes two steps in one: first the later one, then the earlier one. What the earlier one sets anyway is left out of the later. */
export function mergeInverses(later: Command, earlier: Command): Command {
  const first = commandsOf(later)
  const then = commandsOf(earlier)
  // Only while nothing but properties is set: layers that appear or go may be those that a property belongs to.
  const areSets = [...first, ...then].every(({ type }) => type === 'set')
  const setAnyway = new Set(then.map(placeOf))
  const kept = areSets ? first.filter((command) => !setAnyway.has(placeOf(command))) : first
  return { type: 'batch', commands: [...kept, ...then] }
}

function commandsOf(command: Command): readonly Command[] {
  return command.type === 'batch' ? command.commands.flatMap(commandsOf) : [command]
}

function placeOf(command: Command): string {
  return command.type === 'set' ? JSON.stringify([command.target, ...command.path]) : ''
}
