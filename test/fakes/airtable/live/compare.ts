import { type Difference, differencesOf, shapeOf } from './shape.ts'
import { type Side, send } from './side.ts'
import { type Known, liveSteps } from './steps.ts'

export interface Comparison {
  requests: number
  differences: Difference[]
}

/** `compareAirtables()` sends every step to both sides and says where the answers are made differently. */
export async function compareAirtables(
  sides: { real: Side; fake: Side },
  {
    tableName,
    onStep,
  }: { tableName: string; onStep?: (name: string, statuses: { real: number; fake: number }) => void },
): Promise<Comparison> {
  const begin = ({ baseId }: Side): Known =>
    new Map([
      ['base', baseId],
      ['name', tableName],
    ])
  const known = { real: begin(sides.real), fake: begin(sides.fake) }
  const differences: Difference[] = []
  for (const step of liveSteps) {
    const real = await send(sides.real, step.request(known.real))
    const fake = await send(sides.fake, step.request(known.fake))
    onStep?.(step.name, { real: real.status, fake: fake.status })
    differences.push(...differencesOf(step.name, shapeOf(real.status, real.json), shapeOf(fake.status, fake.json)))
    if (real.status === 200) step.keep?.(real, known.real)
    if (fake.status === 200) step.keep?.(fake, known.fake)
  }
  return { requests: liveSteps.length, differences }
}
