const icon = (paths: string) =>
  `<svg viewBox="0 0 24 24" width="18" height="18" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${paths}</svg>`

/** Drawn for this site, in the style of the dashboard. */
export const icons = {
  menu: icon('<path d="M4 7h16M4 12h16M4 17h16"/>'),
  search: icon('<circle cx="11" cy="11" r="6.5"/><path d="m16 16 4.5 4.5"/>'),
  theme: icon('<circle cx="12" cy="12" r="8.5"/><path d="M12 3.5v17a8.5 8.5 0 0 0 0-17z" fill="currentColor"/>'),
  previous: icon('<path d="M19 12H5m6-6-6 6 6 6"/>'),
  next: icon('<path d="M5 12h14m-6-6 6 6-6 6"/>'),
}
