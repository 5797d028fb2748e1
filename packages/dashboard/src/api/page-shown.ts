let resolveShown = () => {}

/** Resolves once the page that was loaded shows all that it has. What is not needed for that is fetched then. */
export const pageShown = new Promise<void>((resolve) => {
  resolveShown = resolve
})

/** Called by the frame. */
export function notePageShown(): void {
  performance.mark('page-shown')
  resolveShown()
}
