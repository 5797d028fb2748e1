/** Between the tabs of this browser: each message says that something was saved. */
export const otherTabs = new BroadcastChannel('pictable')
