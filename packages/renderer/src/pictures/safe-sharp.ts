import sharp from 'sharp'

const loaders = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Svg'].map((name) => `VipsForeignLoad${name}`)

// Bytes are told apart before sharp sees them; this closes every other way to its many loaders.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: loaders })
sharp.cache(false)
sharp.concurrency(1)

export { sharp }
