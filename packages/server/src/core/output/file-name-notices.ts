import type { FileNamePattern } from '@pictable/model/file-name'

/** What became of a file name pattern in the records of a run. */
export interface NamedRecords {
  /** Records that share their name with another one. */
  same: number
  /** The name that most of them have, and two records that have it. */
  example: { name: string; records: readonly [string, string] } | null
  /** Records that the pattern gives no name. */
  nameless: number
  namelessExample: string | null
}

/** What they begin with: they name records. */
export const FILE_NAME_NOTICE = 'The file name '

const counted = (records: number) => (records === 1 ? '1 record' : `${records} records`)

/** What to say of names that are not unique, or missing, each with what to do. */
export function fileNameNotices({ pattern }: FileNamePattern, named: NamedRecords): string[] {
  const { same, example, nameless, namelessExample } = named
  const notices: string[] = []
  if (example !== null) {
    const [one, other] = example.records
    notices.push(
      `${FILE_NAME_NOTICE}"${pattern}" gives ${counted(same)} a name that another record has: "${one}" and "${other}" are both "${example.name}". In an archive, numbers tell them apart. Add a field with unique values to the file name of the action.`,
    )
  }
  if (namelessExample !== null)
    notices.push(
      `${FILE_NAME_NOTICE}"${pattern}" gives ${counted(nameless)} no name, such as "${namelessExample}": its fields are empty or do not suit the expression. The files are named after their records. Correct the file name of the action, or these fields.`,
    )
  return notices
}

/** What is wrong with a pattern, whatever the records are. */
export function constantNameWarnings(fileName: FileNamePattern | null): string[] {
  if (fileName === null || Object.keys(fileName.fields).length > 0) return []
  return [
    `The file name "${fileName.pattern}" contains no field, so the images of all records have the same name. In an archive, numbers tell them apart. Add a field with unique values to it, such as {{SKU}}.`,
  ]
}
