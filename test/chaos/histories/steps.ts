import fc from 'fast-check'

/** What a client does next. Numbers choose among what is known at that time. */
export type Step = (
  | { kind: 'trigger'; rows: readonly number[] | null; force: boolean }
  | { kind: 'status' | 'list' | 'saveTemplate' | 'editAction' | 'deleteAction' }
  | { kind: 'cancel' | 'retryFailed' | 'runRest' | 'deleteRow' | 'deleteImage'; which: number }
  | { kind: 'addRow'; broken: boolean }
  | { kind: 'editRow'; which: number; broken: boolean }
) & {
  /** Whether the next step begins only after the answer. */
  waits: boolean
  pauseMs: number
}

export interface History {
  rows: number
  steps: readonly Step[]
}

/** After which share of all steps (of a thousand) a process is killed, and how long after. */
export interface Kill {
  permille: number
  afterMs: number
}

const which = fc.nat(7)
const broken = fc.integer({ min: 0, max: 3 }).map((chance) => chance === 3)
const timing = { waits: fc.boolean(), pauseMs: fc.nat(120) }
const only = <Kind extends string>(kind: Kind) => fc.record({ kind: fc.constant(kind), ...timing })
const choosing = <Kind extends string>(kind: Kind) => fc.record({ kind: fc.constant(kind), which, ...timing })
const trigger = fc.record({
  kind: fc.constant('trigger' as const),
  rows: fc.option(fc.array(which, { minLength: 1, maxLength: 3 })),
  force: fc.boolean(),
  ...timing,
})

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 16, arbitrary: trigger },
  { weight: 4, arbitrary: only('status') },
  { weight: 3, arbitrary: only('list') },
  { weight: 4, arbitrary: choosing('cancel') },
  { weight: 3, arbitrary: choosing('retryFailed') },
  { weight: 2, arbitrary: choosing('runRest') },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('editRow' as const), which, broken, ...timing }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('addRow' as const), broken, ...timing }) },
  { weight: 2, arbitrary: choosing('deleteRow') },
  { weight: 2, arbitrary: choosing('deleteImage') },
  { weight: 2, arbitrary: only('saveTemplate') },
  { weight: 1, arbitrary: only('editAction') },
  { weight: 1, arbitrary: only('deleteAction') },
)

export const history: fc.Arbitrary<History> = fc.record({
  rows: fc.integer({ min: 1, max: 5 }),
  steps: fc.array(step, { minLength: 4, maxLength: 18, size: 'max' }),
})

export const kills: fc.Arbitrary<Kill[]> = fc.array(
  fc.record({ permille: fc.integer({ min: 100, max: 1000 }), afterMs: fc.nat(400) }),
  { minLength: 1, maxLength: 3 },
)
