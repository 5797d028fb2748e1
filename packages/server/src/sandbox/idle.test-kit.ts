/** In the place of a decoder: waits, and computes without an end when it is told to. */
process.on('message', () => {
  for (;;);
})
process.send?.('ready')
