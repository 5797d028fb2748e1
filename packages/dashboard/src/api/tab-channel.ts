/** Some browsers and modes have none: their tabs receive nothing from each other. */
export const HAS_CHANNELS = 'BroadcastChannel' in globalThis

class SilentChannel extends EventTarget {
  postMessage(): void {}
}

/** Between the tabs of this browser: each message says that something was saved. */
export const otherTabs = HAS_CHANNELS ? new BroadcastChannel('pictable') : new SilentChannel()
