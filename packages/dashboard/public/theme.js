// Before the first paint, so that a dark page never flashes light.
;(() => {
  const kept = localStorage.getItem('pictable.theme')
  const dark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
})()
