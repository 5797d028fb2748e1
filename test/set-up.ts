import type { Project } from '#test/test-projects.ts'

const steps = {
  compiledDecoders: () => import('#test/compiled-decoders.ts'),
  keptCluster: () => import('#test/kept-cluster.ts'),
  bundledPrograms: () => import('#test/bundled-programs.ts'),
  builtDashboard: () => import('#test/dashboard/built.ts'),
}
type Step = keyof typeof steps

const data: readonly Step[] = ['compiledDecoders', 'keptCluster']
const app: readonly Step[] = [...data, 'bundledPrograms', 'builtDashboard']
const needed: Readonly<Record<Project, readonly Step[]>> = {
  pure: [],
  thorough: [],
  house: [],
  drawing: [],
  data,
  app,
  browser: app,
  torture: app,
}

const made = new Map<Step, Promise<void>>()

function makeOnce(step: Step): Promise<void> {
  const making = made.get(step) ?? steps[step]().then(({ setup }) => setup())
  made.set(step, making)
  return making
}

/** Vitest calls this for each project that it runs. What is made once for all tests is made at the same time: most of it uses one core. */
export async function setup({ name }: { name: string }): Promise<void> {
  const found = Object.entries(needed).find(([project]) => project === name)
  await Promise.all(found?.[1].map(makeOnce) ?? [])
}
