/** `failed`: what it has copied stays, and the next backup reuses it. */
export const backupStates = ['running', 'completed', 'failed'] as const

export type BackupState = (typeof backupStates)[number]
