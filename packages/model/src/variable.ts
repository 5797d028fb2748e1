/** Kinds of variables of a template, from the one that says most: a variable may be used in several places. */
export const variableKinds = ['image', 'color', 'number', 'boolean', 'text'] as const

export type VariableKind = (typeof variableKinds)[number]

/** The kind of a variable by all of its uses. */
export const kindOfUses = (uses: readonly { kind: VariableKind }[]): VariableKind =>
  variableKinds.find((kind) => uses.some((use) => use.kind === kind)) ?? 'text'
