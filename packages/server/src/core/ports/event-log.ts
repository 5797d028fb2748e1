/** What an operator reads of a process: ids and counts, never values of records. */
export interface EventLog {
  info(fields: Readonly<Record<string, unknown>>, message: string): void
  warn(fields: Readonly<Record<string, unknown>>, message: string): void
}
