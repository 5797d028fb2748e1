export function AssetsPanel() {
  return null
}
