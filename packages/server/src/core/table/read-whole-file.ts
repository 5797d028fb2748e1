import type { TableFile } from '#core/ports/table-file.ts'

/** All rows of a small file, by the names of its columns; closes it. */
export async function readWholeFile(file: TableFile): Promise<Record<string, string>[]> {
  try {
    const rows: Record<string, string>[] = []
    for await (const piece of file.pieces())
      rows.push(
        ...piece.map(({ cells }) => Object.fromEntries(file.columns.map(({ name }, at) => [name, cells[at] ?? '']))),
      )
    return rows
  } finally {
    await file.close()
  }
}
