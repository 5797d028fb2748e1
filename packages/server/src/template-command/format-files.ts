import { writeFile } from 'node:fs/promises'
import { formatDesign } from '@pictable/renderer/format-design'
import { type DesignFile, parsed, readDesigns } from './design-file.ts'

export interface FormatOptions {
  /** Only print which files would change. */
  check?: boolean
  print: (line: string) => void
}

/** Writes design files in the one text form of designs. @returns how many were not in it. @throws StartError when one is not valid */
export async function formatFiles(paths: readonly string[], { check, print }: FormatOptions): Promise<number> {
  const files = await readDesigns(paths)
  const others = files.flatMap((file) => {
    const text = formattedText(file)
    return text === file.text ? [] : [{ path: file.path, text }]
  })
  for (const { path, text } of others) {
    if (check !== true) await writeFile(path, text)
    print(`${path}: ${check === true ? 'not formatted' : 'formatted'}`)
  }
  if (others.length === 0) print(`${files.length} designs are formatted.`)
  return others.length
}

/** As it is written in the file: without the defaults that a parsed design has. */
function formattedText({ text, design }: DesignFile): string {
  const json = parsed(text)?.value
  return formatDesign(typeof json === 'object' && json !== null ? json : design)
}
