import type { CallAnswer, Contract } from '@pictable/client'

type Settings = CallAnswer<Contract['settings']['get']>

/** What the environment of the process sets, for people to look at. */
export interface Installation
  extends Pick<
    Settings,
    'version' | 'node_version' | 'storage' | 'database' | 'secret_key' | 'renderer' | 'retention'
  > {
  callsPerMinute: number
}
