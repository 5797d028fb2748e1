/** Tells those who cannot see it what has happened. */
export function say(text: string): void {
  const existing = document.querySelector('.said')
  const place = existing ?? document.createElement('p')
  if (existing === null) {
    place.className = 'said'
    place.setAttribute('role', 'status')
    document.body.append(place)
  }
  place.textContent = text
}
