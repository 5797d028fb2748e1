import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A module that is loaded before the program, in each of its threads, and the file by which it is told what to do. */
export interface Preload {
  /** For `NODE_OPTIONS`. */
  option: string
  tell(text: string): void
  close(): Promise<void>
}

/** `writePreload()` writes the module; `source` is given the path of its file. */
export function writePreload(source: (file: string) => string): Preload {
  const folder = mkdtempSync(join(tmpdir(), 'pictable-chaos-preload-'))
  const [file, module] = [join(folder, 'told'), join(folder, 'preload.mjs')]
  const tell = (text: string) => writeFileSync(file, text)
  tell('')
  writeFileSync(module, source(file))
  return {
    option: `--import ${module}`,
    tell,
    close: async () => rmSync(folder, { recursive: true, force: true }),
  }
}
