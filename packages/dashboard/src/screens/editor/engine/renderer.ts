// What a page draws with: of the renderer for browsers, that much is loaded first.
export { createBrowserRenderer, draw } from '@pictable/renderer/browser'
