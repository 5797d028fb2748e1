export function DataPanel() {
  return null
}
