import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Fault } from '#test/chaos/faults/fault.ts'
import { eventually } from '#test/chaos/settle.ts'

/** A small disk of our own. */
export interface SmallDisk {
  folder: string
  faults: readonly Fault[]
  unmount(): void
}

const mount = (...given: string[]) => execFileSync('mount', given, { stdio: 'ignore' })

async function fill(path: string): Promise<void> {
  const file = await open(path, 'w')
  const zeros = Buffer.alloc(4096)
  try {
    for (;;) await file.write(zeros)
  } catch {
    // no room for more
  } finally {
    await file.close()
  }
}

/** `mountSmallDisk()` makes one; null where this user may not. */
export function mountSmallDisk(): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'pictable-chaos-disk-'))
  try {
    mount('-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', folder)
  } catch {
    rmdirSync(folder)
    console.log('this user cannot mount a small disk: faults of the disk are left out')
    return null
  }
  const filler = join(folder, 'filler')
  const remount = async (how: 'ro' | 'rw') => mount('-o', `remount,${how}`, folder)
  return {
    folder,
    faults: [
      {
        name: 'the disk of the images is full',
        begin: () => fill(filler),
        end: async () => rmSync(filler, { force: true }),
      },
      {
        name: 'the disk of the images is read-only',
        // It is busy while a file is written.
        begin: () => eventually('the disk is read-only', () => remount('ro').then(() => true)),
        end: () => remount('rw'),
      },
    ],
    unmount() {
      execFileSync('umount', ['--lazy', folder])
      rmdirSync(folder)
    },
  }
}
