// Records anew how Chromium breaks the samples, and draws both for a person to look at: node <this file>
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRenderer } from '#renderer/node/create-renderer.ts'
import { pictureHash } from '#renderer/testing/picture-hash.test-kit.ts'
import { recordChromium } from './script-chromium.test-kit.ts'
import { compareLines } from './script-compare.test-kit.ts'
import { sheetTemplate } from './script-samples.test-kit.ts'

const root = join(import.meta.dirname, '..', '..', '..', '..')
const out = join(root, 'out', 'scripts')
mkdirSync(out, { recursive: true })
const recorded = recordChromium(join(out, 'chromium.png'))
const designs = join(import.meta.dirname, '..', '..', 'designs', 'chromium')
writeFileSync(join(designs, 'breaks.json'), `${JSON.stringify(recorded, null, 2)}\n`)
const { files } = await createRenderer().render({ template: sheetTemplate() })
const sheet = files[0]?.bytes ?? new Uint8Array()
writeFileSync(join(out, 'pictable.png'), sheet)
writeFileSync(join(designs, 'sheet-hash.txt'), `${await pictureHash(sheet)}\n`)
const rows = compareLines(recorded).map((row) => {
  return `| ${row.name} | ${row.lines} | ${row.equal ? 'yes' : 'no'} | ${row.widthPercent.toFixed(2)} |`
})
process.stdout.write(
  `${['| script | lines | breaks equal | width, at most % off |', '|---|---|---|---|', ...rows].join('\n')}\n`,
)
