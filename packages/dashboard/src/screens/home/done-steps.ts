/** As much of a resource as tells whether it came with the sample. */
interface Made {
  readonly created_at: string
}

interface MadeAction extends Made {
  readonly title: string
}

/** The newest of each kind: as many as one page lists. */
export interface Existing {
  readonly images: readonly unknown[]
  readonly tables: readonly Made[]
  readonly connections: readonly Made[]
  readonly templates: readonly Made[]
  readonly actions: readonly MadeAction[]
  readonly webhooks: readonly unknown[]
}

export type StepName = 'sample' | 'table' | 'template' | 'action' | 'webhook'

/** Of the sample, which starts an empty installation: this action is its last part, and only its other parts are older. */
const SAMPLE_ACTION = 'Product social cards'

/** The steps in their order, and whether each is done. Nothing of the sample counts as the user's own. */
export function doneSteps(existing: Existing): ReadonlyMap<StepName, boolean> {
  const { images, tables, connections, templates, actions, webhooks } = existing
  const sample = actions.findLast(({ title }) => title === SAMPLE_ACTION)
  const hasOwn = (all: readonly Made[]) => all.some((each) => !sample || each.created_at > sample.created_at)
  return new Map<StepName, boolean>([
    ...(sample ? [['sample', images.length > 0] as const] : []),
    ['table', hasOwn(tables) || hasOwn(connections)],
    ['template', hasOwn(templates)],
    ['action', hasOwn(actions)],
    ['webhook', webhooks.length > 0],
  ])
}
