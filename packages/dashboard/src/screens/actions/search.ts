export const tabs = ['mapping', 'records', 'output', 'triggers', 'history'] as const
