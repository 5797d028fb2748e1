import type { CallAnswer, Contract } from '@pictable/client'

export type Backups = CallAnswer<Contract['backups']['list']>
export type Backup = Backups['results'][number]
export type BackupSchedule = NonNullable<Backups['schedule']>
