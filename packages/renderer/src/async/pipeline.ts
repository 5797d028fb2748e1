/** Steps in a row, each adding to what the ones before it found out. */
export interface Pipeline<Input, State> {
  step<Found>(name: string, run: (state: State) => Found | Promise<Found>): Pipeline<Input, State & Found>
  /** `ms` receives the time of every step by its name; the signal ends the work between two steps. */
  run(input: Input, options: { ms: Record<string, number>; signal: AbortSignal }): Promise<State>
}

/** A pipeline of no steps. */
export function createPipeline<Input>(): Pipeline<Input, Input> {
  return extend(async (input) => input)
}

type Run<Input, State> = Pipeline<Input, State>['run']

function extend<Input, State>(before: Run<Input, State>): Pipeline<Input, State> {
  return {
    run: before,
    step: (name, run) =>
      extend(async (input, options) => {
        const state = await before(input, options)
        options.signal.throwIfAborted()
        const start = performance.now()
        const found = await run(state)
        options.ms[name] = Math.round((performance.now() - start) * 100) / 100
        return { ...state, ...found }
      }),
  }
}
