/** What a test of a connection found. */
export interface ConnectionTest {
  ok: boolean
  account: string | null
  warnings: readonly string[]
  error: { code: string; message: string } | null
}

export interface Connection {
  id: string
  name: string
  /** The kind of source: a key of the registry. */
  source: string
  /** Checked against the source's settings schema. Secrets among them are sealed (`sealedSettings`). */
  settings: Readonly<Record<string, unknown>>
  /** The secret settings as one sealed JSON object, or null when there are none. */
  sealedSettings: string | null
  /** The last test of these settings, not of others before. */
  lastTest: (ConnectionTest & { at: Date }) | null
  revision: number
  createdAt: Date
  updatedAt: Date
}
