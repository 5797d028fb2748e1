import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { templateOf, valuesOf } from '#bench/render/pictable.ts'
import { photosOf } from '#bench/render/scene.ts'
import { readWorkloads } from '#bench/render/workloads.ts'

const RECORDS = 8

/**
 * `writeScenes()` writes the workloads of bench `render` as plain files, `<workload>.json` and photos: versions whose code differs get the
 * same input.
 */
export async function writeScenes(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const { name, sceneOf } of await readWorkloads()) {
    const scenes = Array.from({ length: RECORDS }, (_, index) => sceneOf(index))
    const [first] = scenes
    if (first === undefined) continue
    const records = await Promise.all(
      scenes.map(async (scene) => {
        const photos: Record<string, string> = {}
        for (const { name: photo, jpeg } of photosOf(scene)) {
          const file = `${createHash('sha256').update(jpeg).digest('hex').slice(0, 16)}.jpg`
          await writeFile(join(folder, file), jpeg)
          photos[photo] = file
        }
        return { values: valuesOf(scene), photos }
      }),
    )
    await writeFile(join(folder, `${name}.json`), JSON.stringify({ template: templateOf(first), records }))
  }
}
