import type { CallAnswer, Contract } from '@pictable/client'
import { api } from '#dashboard/api/api.ts'

/** A field of a table that another field links to. */
export type LinkedField = CallAnswer<Contract['connections']['fields']>['results'][number]

/** The fields of the table that a field links to. */
export const linkedFields = (connectionId: string, link: NonNullable<LinkedField['link']>) =>
  api.connections.fields.query({ params: { id: connectionId }, query: link })
