export interface Connection {
  id: string
  name: string
  /** The kind of source: a key of the registry. */
  source: string
  /** Checked against the source's settings schema. Secrets among them are sealed (`sealedSettings`). */
  settings: Readonly<Record<string, unknown>>
  /** The secret settings as one sealed JSON object, or null when there are none. */
  sealedSettings: string | null
  revision: number
  createdAt: Date
  updatedAt: Date
}
