import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { type Locked, lockedPackages, root } from './locked-packages.ts'

const fileOfText = /^(licen[cs]e|copying|ofl)/i

/** Its licence as it brings it, null when it brings none; undefined when it is for another platform. */
function textOf({ path }: Locked): string | null | undefined {
  const folder = join(root, path)
  let files: string[]
  try {
    files = readdirSync(folder)
  } catch {
    return undefined
  }
  const texts = files.filter((file) => fileOfText.test(file)).map((file) => readFileSync(join(folder, file), 'utf8'))
  return texts.length === 0 ? null : texts.map((text) => text.trim()).join('\n\n')
}

/** Every package that is here, with the place of its text: many share one. */
function licencesHere() {
  const texts: string[] = []
  const placeOf = (text: string): number => {
    const known = texts.indexOf(text)
    return known < 0 ? texts.push(text) - 1 : known
  }
  const packages = lockedPackages().flatMap((locked) => {
    const text = textOf(locked)
    const { name, version, licence } = locked
    return text === undefined ? [] : [{ name, version, licence, text: text === null ? null : placeOf(text) }]
  })
  return { texts, packages: packages.sort((one, other) => one.name.localeCompare(other.name)) }
}

/** Writes `licences.json`: what the product is built with, for the page that shows it. */
export function licences(): Plugin {
  return {
    name: 'pictable:licences',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'licences.json', source: JSON.stringify(licencesHere()) })
    },
  }
}
