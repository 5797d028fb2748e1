/** Keeps one core busy, as other programs of a machine do; ends with its parent. */
process.on('disconnect', () => process.exit(0))
setInterval(() => {
  for (const endMs = Date.now() + 200; Date.now() < endMs; );
}, 1)
