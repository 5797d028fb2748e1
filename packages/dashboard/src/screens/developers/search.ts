/** What the addresses of these pages choose from. Pages are loaded later than their route and must not import it. */
export const developerTabs = ['keys', 'url-keys', 'reference', 'requests'] as const
export const statusClasses = ['2xx', '3xx', '4xx', '5xx'] as const
