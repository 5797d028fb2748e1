import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import type { TemplateInput } from '#renderer/template/template.ts'
import { renderer } from '#renderer/testing/render.test-kit.ts'
import { scanLimits } from './scan-limits.ts'

const decoder = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
const { buffer } = new Uint8Array(readFileSync(decoder))
prepareZXingModule({ overrides: { wasmBinary: buffer } })

const long = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ-0123456789-abcdefghijklmnop'

/** How many of eight places between pixels a code can be read at, and at how many it is said to be hard to scan. */
async function readAt(layer: Partial<TemplateInput['layers'][number]>, side: { width: number; height: number }) {
  let [read, warned] = [0, 0]
  for (let place = 0; place < 8; place++) {
    const at = { name: 'Code', x: 10 + place / 8, y: 10 + place / 16, ...side }
    const template = {
      schema: 1,
      background: '#ffffff',
      width: Math.ceil(side.width) + 20,
      height: Math.ceil(side.height) + 20,
    }
    const { files, report } = await renderer.render({
      template: { ...template, layers: [{ ...layer, ...at }] } as TemplateInput,
    })
    const found = await readBarcodes(files[0]?.bytes ?? new Uint8Array())
    read += found.length
    warned += Number(report.warningCodes.includes('hard_to_scan'))
  }
  return { read, warned }
}

test.each([
  // With their quiet zones: 54 characters take 649 units, and 400 take 85 squares on each side.
  ['Code 128', { type: 'barcode', format: 'code-128', value: long, showText: false } as const, 649, scanLimits.unitPx],
  ['QR in dots', { type: 'qr-code', value: 'x1y2'.repeat(100), moduleShape: 'dots' } as const, 85, scanLimits.dotPx],
])('a decoder reads %s from the limit on, which is warned of below', async (_, layer, units, leastPx) => {
  const sideAt = (unitPx: number) => {
    const width = units * unitPx
    return { width, height: layer.type === 'qr-code' ? width : 80 }
  }
  const enough = await readAt(layer, sideAt(leastPx))
  expect(enough).toEqual({ read: 8, warned: 0 })
  const dense = await readAt(layer, sideAt(1.25))
  expect(dense.read).toBeLessThan(4)
  expect(dense.warned).toBe(8)
})
