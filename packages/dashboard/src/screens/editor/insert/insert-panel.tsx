export function InsertPanel() {
  return null
}
