import { describeFile, type FileDescription, type FileReading, stampOf } from './describe-file.ts'

/** Files that are looked at again and again are read for their fields once, until they change. */
const mostKept = 50

export interface Descriptions {
  of(path: string, reading: FileReading): Promise<FileDescription>
}

export function createDescriptions(): Descriptions {
  const kept = new Map<string, FileDescription>()
  return {
    async of(path, reading) {
      const { key, encoding, decimalComma, sheet } = reading
      const name = JSON.stringify([path, key, encoding, decimalComma, sheet])
      const known = kept.get(name)
      if (known !== undefined && known.stamp === (await stampOf(path))) return known
      const description = await describeFile(path, reading)
      kept.delete(name)
      kept.set(name, description)
      const [oldest] = kept.keys()
      if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
      return description
    },
  }
}
