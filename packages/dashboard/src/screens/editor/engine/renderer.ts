// What a page draws with: of the renderer for browsers, that much is loaded first.
export { createBrowserRenderer, draw, hitTest } from '@pictable/renderer/browser'
