export const settingsTabs = ['account', 'users', 'fonts', 'assets', 'storage', 'backups', 'about'] as const
