import { expect, test } from 'vitest'
import { createPipeline } from '#renderer/async/pipeline.ts'
import { bundledFaces } from '#renderer/fonts/bundled.ts'
import type { Started } from '#renderer/jobs/prepared.ts'
import { createPreparer } from '#renderer/jobs/preparer.ts'
import { onNode } from '#renderer/node/on-node.ts'
import { layOut } from '#renderer/render/lay-out.ts'
import { parseTemplate } from '#renderer/template/template.ts'
import { layerOf, randomFrom } from '#renderer/testing/random-template.test-kit.ts'
import { check } from './check.ts'
import { drawAll, drawRgba } from './draw.ts'

const LAYERS = 60
const outlined = ['rectangle', 'ellipse', 'polygon', 'star', 'text', 'path-text', 'rating', 'group']
const { start } = createPreparer({ ...onNode, faces: bundledFaces() }, {})
const pipeline = layOut(createPipeline<Started>().step('check', check))

/** The pixels of a layer in the middle of a page, as they are drawn, and without bounds around the layer. */
async function drawTwice(seed: number): Promise<Buffer[]> {
  const made = layerOf(randomFrom(seed), { next: 0 }, 0)
  const stroke = outlined.includes(String(made.type)) && { stroke: { width: 20 } }
  const layer = { ...made, ...stroke, x: 120, y: 120, visible: true, blendMode: 'normal' }
  const template = parseTemplate({ schema: 1, width: 320, height: 320, background: '#ffffff', layers: [layer] })
  const started = start({ template, values: { Text: 'Words', Number: 1 } })
  const state = await pipeline.run(started, { ms: {}, signal: started.signal })
  const surface = state.lettering.createSurface(state.widthPx, state.heightPx)
  drawAll(state, surface)
  const whole = Buffer.from(surface.read())
  surface.release()
  return [Buffer.from(drawRgba(state).rgba), whole]
}

test('the bounds of a layer of any kind hold all that it draws', async () => {
  for (let seed = 0; seed < LAYERS; seed++) {
    const [bound = Buffer.alloc(0), whole = Buffer.alloc(0)] = await drawTwice(seed)
    if (bound.equals(whole)) continue
    const worst = bound.reduce((most, byte, at) => Math.max(most, Math.abs(byte - (whole[at] ?? 0))), 0)
    // A clip may round the edge of what it does not touch.
    expect(worst, `seed ${seed}`).toBeLessThan(10)
  }
})
