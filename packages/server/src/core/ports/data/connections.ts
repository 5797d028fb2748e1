import type { Connection } from '#core/connection/connection.ts'
import type { EditableResources } from '#core/ports/data/resources.ts'

export interface ConnectionData extends EditableResources<Connection> {
  /** Keeps what a test found, unless the connection was changed since: its revision stays. */
  noteTest(of: Pick<Connection, 'id' | 'revision'>, test: NonNullable<Connection['lastTest']>): Promise<void>
}
