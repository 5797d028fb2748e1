import { createRequire } from 'node:module'
import { dirname } from 'node:path'

/** Where the headers of this very Node are: of the package that brings it, or beside the binary. */
export function headersOfNode(): string {
  try {
    return dirname(createRequire(import.meta.url).resolve(`node-linux-${process.arch}/package.json`))
  } catch {
    return dirname(dirname(process.execPath))
  }
}
