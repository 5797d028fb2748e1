// What a page draws with: of the renderer for browsers, that much is loaded first.
export { createBrowserRenderer, draw, loadPictureDecoder } from '@pictable/renderer/browser'
